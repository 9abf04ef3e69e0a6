"""English texts of the generated screens: of resources, columns, actions, forms and choices."""

from collections.abc import Iterable
from typing import Any

from babel.core import Locale

from app.console.catalogue import Catalogue
from app.console.forms import form_choices, form_labels
from app.kernel.figures import Figure
from app.kernel.i18n import FALLBACK, LOCALES
from app.kernel.resources import TIMES, Column, Resource


def messages(catalogue: Catalogue, figures: Iterable[Figure] = ()) -> dict[str, Any]:
    """Return the English texts of the generated screens."""
    words: dict[str, Any] = {}
    for resource in catalogue.resources:
        module, _, key = resource.key.partition(".")
        words.setdefault(module, {})[key] = _resource_words(resource)
    choices = sorted({choice for resource in catalogue.resources for choice in _choices_of(resource)})
    return {
        "resources": words,
        "choices": {choice: _humanised(choice) for choice in choices},
        "figures": {figure.name: figure.label for figure in figures},
    }


def _resource_words(resource: Resource) -> dict[str, Any]:
    spans = {name: label for column in resource.searched for name, label in _span_words(column)}
    fields = {column.source: column.label for column in resource.columns}
    words: dict[str, Any] = {"name": resource.label, "empty": resource.empty, "fields": {**fields, **spans}}
    actions = {
        action.name: {
            "label": action.label,
            **({"confirm": action.confirm} if action.confirm else {}),
            **({"fields": form_labels(action)} if action.form else {}),
        }
        for action in resource.buttons
    }
    return {**words, **({"actions": actions} if actions else {})}


def _span_words(column: Column) -> Iterable[tuple[str, str]]:
    """Return the labels of the first and the last day of a search; for moments these are days in UTC."""
    if column.kind in TIMES:
        zone = " (UTC)" if column.kind == "instant" else ""
        words = (f"{column.label}, first day{zone}", f"{column.label}, last day{zone}")
        yield from zip(column.query_names, words, strict=True)


def _choices_of(resource: Resource) -> Iterable[str]:
    for column in resource.columns:
        yield from column.choices
    for action in resource.buttons:
        yield from form_choices(action)


# Choices whose text is not their key in readable form.
NAMES = {
    "activate": "Confirm email",
    "alike-openers": "Similar first messages",
    "applepay": "Apple Pay",
    "authorized": "Authorised",
    "auto": "Automatic",
    "bbq": "BBQ",
    "biking": "Cycling",
    "blik": "BLIK",
    "canceled": "Cancelled",
    "creditcard": "Credit card",
    "decision-lifted": "Decision reversed",
    "directdebit": "Direct debit",
    "eps": "EPS",
    "evasion": "Ban evasion",
    "export-ready": "Copy of data ready",
    "eye_color": "Eye colour",
    "fake": "Impersonation",
    "fictional_plural": "Label (plural)",
    "fictional_singular": "Label (singular)",
    "fictional_warning": "Warning text",
    "given_up": "Failed",
    "hair_color": "Hair colour",
    "ideal": "iDEAL",
    "index_title": "Title",
    "lifted": "Reversed",
    "loading": "Not finished",
    "luring-openers": "Luring first messages",
    "max_age": "Maximum age",
    "min_age": "Minimum age",
    "minor": "Under age",
    "mobilepay": "MobilePay",
    "money-words": "Mentions money",
    "movies": "Cinema",
    "new-asks-money": "New member asks for money",
    "nonbinary": "Non-binary",
    "opened": "Opened by staff",
    "paid-back-already": "Already refunded",
    "paypal": "PayPal",
    "refund-asked": "Refund requested",
    "reload": "Auto top-up",
    "reload-bought": "Auto top-up bought",
    "reload-ended": "Auto top-up ended",
    "reload-paused": "Auto top-up paused",
    "reload-started": "Auto top-up started",
    "theater": "Theatre",
    "timed-ban": "Temporary ban",
    "twint": "TWINT",
    "with_trafficsource": "With traffic source",
}


def _humanised(choice: str) -> str:
    """Return a choice in readable form: not_confirmed becomes Not confirmed, and nl becomes Dutch."""
    if choice in LOCALES:
        return str(Locale(FALLBACK).languages[choice])
    return NAMES.get(choice) or choice.replace("_", " ").replace("-", " ").capitalize()
