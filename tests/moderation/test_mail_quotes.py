"""What an answer by mail quotes is left out, and what its sender wrote is kept."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from modules.moderation.complaints.service.mail_replies import ReplyOutcome
from modules.moderation.contracts.complaints import Complaint
from tests.moderation.test_mail_replies import address_of, letter, newest_of, take


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    "quote",
    [
        "-----Original Message-----\nFrom: Hearthside\n\nWe looked.",
        "Von: Hearthside <{to}>\nGesendet: Montag, 23. November 2026 09:12\nAn: Robin\n\nWir haben nachgesehen.",
        "*De :* Hearthside\n*Envoyé :* lundi 23 novembre 2026\n*Objet :* 1042\n\nNous avons regardé.",
        "On Mon, 23 Nov 2026 at 09:12, Hearthside\n<{to}>\nwrote:\n\nWe looked.",
        "________________________________\nWe looked.",
        "____________\nFrom: Hearthside\nSent: Monday\nSubject: 1042\n\nWe looked.",
    ],
)
def test_what_a_mail_program_quotes_is_left_out(replies: None, complaint: Complaint, quote: str) -> None:
    to = address_of(complaint)
    assert (
        take(letter(to, f"From: where I sit, all is well.\nIt was in May.\n\n{quote.format(to=to)}\n"))
        is ReplyOutcome.TAKEN
    )
    said = newest_of(complaint)
    assert said.startswith("From: where I sit, all is well.\nIt was in May.")
    assert "looked" not in said
    assert "case+" not in said
    assert "nachgesehen" not in said
    assert "regardé" not in said


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("On 22 Nov 2026 Hearthside wrote:\n> When was it?\n\nOn the 3rd of May.\n", "On the 3rd of May."),
        ("On 22 Nov 2026 at 09:12, Hearthside <{to}>\nwrote:\n> When was it?\n\nIn May.\n", "In May."),
        ("Hello,\n> When?\nIn May.\n> Which one?\nThe blue one.\n", "Hello,\nIn May.\nThe blue one."),
        ("First:\n\n> When?\nIn May, as I said:\n> Which?\nBlue.\n", "First:\nIn May, as I said:\nBlue."),
        ("He wrote to me:\n> Go away.\nand then I left.\n", "He wrote to me:\nand then I left."),
        ("Den 22.11.2026 skrev Hearthside:\n> When?\nIn May.\n", "In May."),
        ("Hearthside a écrit\xa0:\n> When?\nIn May.\n", "In May."),
        ("Op zo 22 nov 2026 om 09:12 schreef\nHearthside:\n> When?\nIn May.\n", "In May."),
    ],
)
def test_words_below_and_between_what_is_quoted_are_kept(
    replies: None, complaint: Complaint, written: str, kept: str
) -> None:
    to = address_of(complaint)
    assert take(letter(to, written.format(to=to))) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == kept


CASES = Path(__file__).parents[1] / "cases/mail-in"


THEIR_ADDRESS = b"case+aaaaaaaaaaaaaaaaaaaaaaaaaa00000000000000000000000000000000@replies.example"


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
@pytest.mark.parametrize("name", sorted(path.name for path in CASES.glob("answer-*.eml")))
def test_of_an_answer_as_mail_programs_send_it_the_own_words_arrive(
    replies: None, complaint: Complaint, name: str, ending: bytes
) -> None:
    to = address_of(complaint)
    content = (CASES / name).read_bytes().replace(THEIR_ADDRESS, to.encode())
    assert take(content.replace(b"\n", ending)) is ReplyOutcome.TAKEN
    said = newest_of(complaint)
    assert said == (CASES / name).with_suffix(".expected.txt").read_text().strip()


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    "words",
    [
        "From: 3 October\nTo: 17 October\nI was away.",
        "De: 3 octobre\nÀ: 17 octobre\nJ'étais en voyage.",
        "Od: 3 października\nDo: 17 października\nByłem w podróży.",
        "--- What I paid ---\nThree times 10 euros.",
        "What I paid:\n\nDate: 3 October\nAmount: 10 euros",
        "I wrote to {to} before.\nNobody answered.",
        "Two things are missing:\n\nThese two:\n\nThe first and the second.",
        "From: 3 October I was away\nDate: 17 October I came back\nI was charged twice.",
        "From: my bank\nSubject: your letter\nI paid twice.",
        "From: my bank\nSubject: your letter\n\nI paid twice.",
        "Von: Alice\nAn: Bob\nBetreff: Geld\nSo it was.",
        "From: Alice\nTo: Bob\nSubject: money",
        "Please write to me at my other address, not to {to}:\nrobin@example.org",
        "Please write to me at my other address, not to\n{to}:\n\nrobin@example.org",
        "--- What I paid ---\nFrom: May\nTo: June",
        "I was there at 21:40.\nI wrote to {to} before.",
        "First.\n____________\nSecond.",
        "I have three points:",
    ],
)
@pytest.mark.parametrize("quote", ["", "\n\nOn 26 Nov 2026 at 09:12, Hearthside <{to}> wrote:\n\n> We looked.\n"])
def test_own_words_that_look_like_a_quote_are_kept(replies: None, complaint: Complaint, words: str, quote: str) -> None:
    to = address_of(complaint)
    assert take(letter(to, (words + quote).format(to=to))) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == words.format(to=to)


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    "quote",
    [
        "Fra: Hearthside <{to}>\nSendt: 26. november 2026 09:12\nTil: Robin\nEmne: 1042\n\nquoted",
        "Lähettäjä: Hearthside\nLähetetty: torstai 26. marraskuuta 2026\nAihe: 1042\n\nquoted",
        "Data: 26/11/2026 09:12\nDa: Hearthside\nOggetto: 1042\n\nquoted",
        "El jue, 26 nov 2026 a las 09:12, Hearthside (<\n{to}>) escribió:\n\n> quoted",
        "Den tors 26 nov. 2026 kl 09:12 skrev Hearthside <\n{to}>:\n\n> quoted",
        "On Thu, 26 Nov 2026 at 09:12,\nHearthside <{to}> wrote:\n\n> quoted",
        "On Thu, 26 Nov 2026 at 09:12, the team of Hearthside\nwrote:\n\n> quoted",
        "------- Original Message -------\nOn 26 Nov 2026 at 09:12, Hearthside <{to}> wrote:\n\n> quoted",
        "-------- Original Message --------\n\nFrom: Hearthside\nDate: 26/11/2026\n\nquoted",
        "-----Original-Nachricht-----\n\nBetreff: 1042\nVon: Hearthside\n\nquoted",
        "-------- Message d'origine --------\n\n\nDe : Hearthside\n\nquoted",
        "-------- Alkuperäinen viesti --------\n \nLähettäjä: Hearthside\n\nquoted",
        "-------- Videresendt --------\n\nFra: Hearthside <{to}>\n\nquoted",
        "---- On Thu, 26 Nov 2026 09:12:00 +0100 Hearthside <{to}> wrote ----\n\nquoted",
        "From: Hearthside <\n{to}>\nSent: 26 November 2026\n\nquoted",
        "Op do 26 nov 2026 om 09:12 schreef\nHearthside <{to}>:\n\n> quoted",
    ],
)
def test_what_leads_to_a_quote_goes_with_it(replies: None, complaint: Complaint, quote: str) -> None:
    to = address_of(complaint)
    assert take(letter(to, f"It was in May.\n\n{quote.format(to=to)}\n")) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == "It was in May."


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("own", ["It was at 21:40", "It was on 26 Nov 2026 at 21:40", "Amount: 10 euros"])
@pytest.mark.parametrize(
    "lead",
    [
        "Hearthside wrote:",
        "Hearthside <{to}> wrote:",
        '"hearthside" <{to}> wrote:',
        "From: Hearthside <{to}>\nTo: Robin\n",
    ],
)
def test_own_words_right_above_what_leads_to_a_quote_are_kept(
    replies: None, complaint: Complaint, own: str, lead: str
) -> None:
    to = address_of(complaint)
    assert take(letter(to, f"{own}\n{lead.format(to=to)}\n> When?\n")) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == own


@pytest.mark.spec("10.6")
def test_of_a_page_the_words_arrive_without_its_head_and_what_it_quotes(replies: None, complaint: Complaint) -> None:
    message = EmailMessage()
    message["To"], message["Message-ID"] = address_of(complaint), "<1@example.org>"
    quoted = "<p>It was in May.</p><blockquote>We looked.</blockquote><div>Thank you!</div>"
    page = f"<html><head><title>Your case</title></head><body>{quoted}</body></html>"
    message.set_content(page, subtype="html")
    assert take(message.as_bytes()) is ReplyOutcome.TAKEN
    assert newest_of(complaint) == "It was in May.\n\nThank you!"
