"""Password strength, for members and staff."""

from datetime import date

from modules.accounts.identity.policies import passwords as policies
from modules.accounts.reference import common_words


def ensure_strong(
    password: str, *, name: str, email: str, date_of_birth: date | None = None, field: str = "password"
) -> None:
    """Raise PasswordWeak for a password that is short, easily guessed, or made of texts of its owner (spec 5.4)."""
    personal = policies.personal_texts(name=name, email=email, date_of_birth=date_of_birth)
    policies.ensure_password(password, personal=personal, common=common_words(), field=field)
