"""Whether a password is hard enough to guess, for members and for staff."""

from datetime import date

from modules.accounts import policies
from modules.accounts.reference import common_words


def ensure_strong(
    password: str, *, name: str, email: str, date_of_birth: date | None = None, field: str = "password"
) -> None:
    """Refuse a password that is short, that guessers try early, or that is made of its owner's texts (spec 5.4).

    Raises PasswordWeak.
    """
    personal = policies.personal_texts(name=name, email=email, date_of_birth=date_of_birth)
    policies.ensure_password(password, personal=personal, common=common_words(), field=field)
