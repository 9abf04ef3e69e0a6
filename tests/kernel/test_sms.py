"""What a phone is sent: the words as they are, and no character that steers a phone or turns a line."""

import unicodedata
from uuid import uuid4

from hypothesis import given, settings
from hypothesis import strategies as st

from app.kernel import sms
from tests.billing.conftest import gateway
from tests.billing.debiting import Gateway
from tests.settings import SetEnv

__all__ = ["gateway"]


SPECIAL = st.sampled_from(["\x1b", "\x00", "\r\n", "\u2028", "\u202e", "\u2066", '"', "{", "\U0001fa77", "\u20ac"])
WRITTEN = st.lists(st.one_of(SPECIAL, st.text(max_size=10)), max_size=8).map("".join)


def test_an_sms_has_every_word_and_no_control(gateway: Gateway, set_env: SetEnv) -> None:
    set_env(HEARTH_SMS_A_DAY="1000")

    @settings(max_examples=50)
    @given(WRITTEN)
    def check(written: str) -> None:
        sms.send("+31612345678", written, id=uuid4().hex)
        [told] = gateway.texts("+31612345678")[-1:]
        assert {character for character in told if unicodedata.category(character) in ("Cc", "Cs")} <= {"\n", "\t"}
        assert not set(told) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
        letters = [character for character in written if character.isalnum() or character in '\U0001fa77\u20ac{"']
        assert [character for character in told if character.isalnum() or character in '\U0001fa77\u20ac{"'] == letters

    check()
