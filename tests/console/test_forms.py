"""The forms of all actions as the console sends them: an input that may stay empty can be emptied again."""

from typing import Any

import pytest
from marshmallow import ValidationError

from app.console.prefilled import form_of
from app.kernel.resources import Action
from app.registry import RESOURCES

FORMS = [
    pytest.param(action, id=f"{resource.key} {action.name}")
    for resource in RESOURCES
    for action in resource.actions
    if action.form
]


def refused(action: Action, **given: Any) -> Any:
    """Return what is wrong with single fields of a form."""
    form = form_of(action)
    assert form
    try:
        form.load(given, partial=True)
    except ValidationError as error:
        return {name: error.messages_dict[name] for name in given if name in error.messages_dict}
    return {}


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("action", FORMS)
def test_what_need_not_be_filled_may_be_emptied(action: Action) -> None:
    assert action.form
    optional = [name for name, field in action.form().fields.items() if not field.required]
    assert refused(action, **dict.fromkeys(optional)) == {}


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("action", FORMS)
def test_what_must_be_filled_may_not(action: Action) -> None:
    assert action.form
    needed = [name for name, field in action.form().fields.items() if field.required and not field.allow_none]
    assert [*refused(action, **dict.fromkeys(needed))] == needed
