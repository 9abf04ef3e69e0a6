"""Who pays by direct debit: an account, its holder's name as a file for the bank can carry it, and a phone."""

from dataclasses import dataclass

from app.kernel.secrets.signing import keyed_hash
from app.kernel.text.bank_texts import MAX_NAME_CHARACTERS, find_unwritable, sepa_text
from modules.billing.debit import policies
from modules.billing.errors.debit import HolderInvalid, HolderTooLong, HolderUnwritable
from modules.sites.contracts import Site


@dataclass(frozen=True, slots=True)
class Payer:
    """The account to be debited, and the phone that gets the code, as they are stored."""

    iban: str
    holder: str
    phone: str

    @property
    def iban_hash(self) -> str:
        """Return the keyed hash of the account."""
        return hash_iban(self.iban)

    @property
    def phone_hash(self) -> str:
        """Return the keyed hash of the phone."""
        return keyed_hash("phone", self.phone)


def hash_iban(iban: str) -> str:
    """Return a keyed hash of an account's number."""
    return keyed_hash("iban", iban)


def read_payer(site: Site, *, iban: str, holder: str, phone: str, country: str) -> Payer:
    """Return a payer's input normalised: the account, and a phone of a country of the site or its company.

    Raises IbanInvalid, HolderInvalid, HolderUnwritable, HolderTooLong, PhoneInvalid, PhoneCountry.
    """
    _ensure_writable(holder)
    countries = {*site.countries, site.company.country}
    return Payer(policies.read_iban(iban), holder, policies.read_phone(phone, country=country, countries=countries))


def _ensure_writable(holder: str) -> None:
    if unwritable := find_unwritable(holder):
        raise HolderUnwritable(field="holder", characters=" ".join(unwritable))
    written = sepa_text(holder)
    if not any(map(str.isalpha, written)):
        raise HolderInvalid(field="holder")
    if len(written) > MAX_NAME_CHARACTERS:
        raise HolderTooLong(field="holder", max=MAX_NAME_CHARACTERS, length=len(written))
