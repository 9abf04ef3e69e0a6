"""What mail servers say when they refuse a mail for good, read from status (RFC 3463), code (RFC 5321) and words.

Only a status or words that say so mean that there is no such mailbox. A code alone does not: servers refuse with 550
for every reason.
"""

import re

NO_MAILBOX = "no-mailbox"
# Codes that refuse a recipient; the words beside them say why.
REFUSED_RECIPIENT = (550, 551, 553)
# The classes and subjects of RFC 3463 for what is final.
REFUSALS = tuple(f"5.{subject}" for subject in range(8))
# RFC 3463, 3.2 and RFC 7505: of the subject 1, these are about the recipient's address. 5.1.0 may be about the
# sender's.
_ABOUT_RECIPIENT, _ABOUT_EITHER = ("0", "1", "2", "3", "4", "6", "10"), "0"
_UNDEFINED = ("5.0.0",)
# What Microsoft 365 and Outlook.com say with the code 550 of an address that they do not know.
_UNDEFINED_BESIDE_CODE = (*_UNDEFINED, "5.4.1", "5.5.0")
_STATUS = re.compile(r"(?<![\d.])(5\.\d{1,3})\.(\d{1,3})(?!\.?\d)")

ADDRESS = re.compile(r"(?<![^\s<>'\"])[^\s<>'\"@]++@[^\s<>'\"]+")
# Names of hosts and pages, which may consist of any words, such as spamfilter.example.
_NAMES = re.compile(r"\b(?:https?://\S+|\w[\w-]*(?:\.[\w-]+)+)", re.IGNORECASE)

_MAILBOX = r"(?:user|mail ?box|recipient|account|addressee|alias|(?:e-?mail |recipient )?address)"
_NO_SUCH_MAILBOX = re.compile(
    rf"\b{_MAILBOX}(?: name)?(?: is| was)? (?:unknown|not (?:known|found|recogni[sz]ed|valid|local|existing|listed))\b"
    rf"|\b(?:unknown|no such|invalid|non-?existent|unrecogni[sz]ed) (?:local )?{_MAILBOX}\b"
    rf"|\b{_MAILBOX}(?: \S+){{0,6}} (?:does(?: not|n.{{1,3}}t) exist|no longer (?:exists|valid|available|in use))\b"
    rf"|\b(?:not|n.{{1,3}}t) an? (?:known|valid|local|existing|registered) {_MAILBOX}\b"
    rf"|\b{_MAILBOX} (?:has )?(?:(?:been )?(?:deleted|removed|closed|terminated)|moved)\b"
    r"|\bmailbox (?:is )?(?:unavailable|not available)\b|\bunrouteable address\b"
    r"|\bno such person\b|\bno (?:mailbox|user|account|one|person)(?: here)? (?:by|of|with) that (?:name|address)\b"
    r"|\bnobody (?:here )?(?:by|of|with) that name\b|\bdoes(?: not|n.{1,3}t) have an? \S+ account\b"
    r"|\brecipient address rejected: access denied\b|\baddress rejected\W*$"
    r"|\b(?:RecipientNotFound|ExRecipNotFound)\b"
    r"|\b(?:benutzer|empf.{1,3}nger|postfach|adresse)\b.{0,20}\b(?:unbekannt|existiert nicht)\b"
    r"|\b(?:utilisateur|destinataire|adresse) inconnue?\b|\b(?:usuario|destinatario) (?:desconocido|no existe)\b"
    r"|\b(?:utente|destinatario) (?:sconosciuto|inesistente)\b|\bgebruiker onbekend\b",
    re.IGNORECASE | re.MULTILINE,
)
# The sender's address, before all else: these words are otherwise like those of a recipient's.
_ABOUT_SENDER = re.compile(
    r"\bsender(?:'s)?(?: (?:e-?mail|address|domain|is|was)){0,3} (?:denied|rejected|refused|blocked|banned"
    r"|unknown|invalid|verif\w+|not (?:allowed|accepted|exist\w*|found))\b"
    r"|\b(?:invalid|unknown|bad|no such|unresolvable) sender\b"
    r"|\bsender(?: \S+){0,4} does(?: not|n.{1,3}t) exist\b|\bresolve (?:the )?sender\b"
    r"|\bdomain has no (?:dns|mx)\b|\binvalid dns mx\b|\bbad ?mail ?from\b|\bfrom addresses\b"
    r"|\b(?:return path|reverse[- ]path|envelope from)\b",
    re.IGNORECASE,
)
# What an answer is about that says nothing of the recipient's address, in the words of usual mail servers and large
# providers; the first counts.
_OTHER = {
    kind: re.compile(words, re.IGNORECASE)
    for kind, words in (
        (
            "5.7",
            r"spam|junk|unsolicited|phish|spoof|suspicious|virus|malware|prohibit|relay|authenti|authoriz|reputation"
            r"|polic(?:y|ies)|filter|rcpthosts|abus|complain|bulk"
            r"|\b(?:black|block|deny|grey)[ -]?list|\b(?:rbl|dnsbl|spf|dkim|dmarc|ptr|helo|ehlo|auth)\b"
            r"|\b(?:message|mail|host|client|connection) (?:rejected|refused|not accepted)\b"
            # Not of a mail that was returned to its sender.
            r"|(?<!\bto )(?<!\bto the )(?<!\bto its )\bsender\b"
            r"|\b(?:blocked|banned|(?<!\bnot )listed)\b|\b(?:reverse dns|dynamic ip)\b|\bnot (?:allowed|permitted)\b"
            r"|\btoo many (?!hops\b|messages\b)|\blimit(?:ed)?\b|\btry again later\b|(?<!rejected: )\baccess denied\b",
        ),
        (
            "5.6",
            r"\b(?:content|encoding|charset|character set|mime|attachments?|conversion|unsupported|malformed)\b"
            r"|\bheaders?\b|\b(?:non-?ascii|8-?bit)\b|\brfc[ -]?\d{3,5}[ -](?:compli|conform|violat)"
            r"|\b(?:not|n.t) (?:rfc|compliant)\b",
        ),
        (
            "5.5",
            r"\bsyntax\b|\bbare (?:lf|cr|line ?feed|newline)|\bparameters?\b|\bprotocol (?:error|violation)\b"
            r"|\bcommand (?:\S+ )?(?:unrecogni|unknown|rejected|not |out of|disabled|sequence|parameter)"
            r"|\b(?:unrecogni[sz]ed|unknown|bad|invalid) (?:command|sequence|argument)|\bnot implemented\b"
            r"|\b(?:tls|starttls|ssl|smtputf8|pipelining)\b|\bline (?:is )?(?:too long|length)\b"
            r"|\bfully[- ]qualified\b",
        ),
        (
            "5.4",
            r"\bdns\b|\bnxdomain\b|\bname ?server\b|\bno (?:mx|a|aaaa)\b|\bmx records?\b"
            r"|\bunrouteable (?:mail )?domain\b"
            r"|\b(?:host|domain)(?: name)?(?: is)? (?:unknown|not found|does(?: not|n.{1,3}t) (?:exist|resolve))\b"
            r"|\b(?:unknown|no such|unresolvable) (?:host|domain)\b|\blookup (?:failed|failure|error)\b"
            r"|\bloop\w*\b|\btoo many hops\b|\btimed? ?out\b|\bunreachable\b|\bno route\b"
            r"|\bresolv(?:e|ing)\b|\b(?:could not|cannot|unable to) connect\b",
        ),
    )
}
# The status of a mailbox that exists (5.2), and what the mail system does not accept, such as a mail of its size (5.3).
_MAILBOX_OR_SYSTEM = {
    kind: re.compile(words, re.IGNORECASE)
    for kind, words in (
        (
            "5.2",
            r"\bquota\b|\bfull\b|\bstorage\b|\btoo many messages\b|\btoo quickly\b|\b(?:inactive|disabled|suspended)\b",
        ),
        ("5.3", r"\btoo (?:large|big)\b|\bsize\b"),
    )
}


def refusal_of(code: int, words: str) -> str:
    """Return what a final refusal is about: NO_MAILBOX, else its class and subject, such as 5.7 (RFC 3463).

    code: the SMTP answer to the recipient, 0 where it is not known or answers another step. An answer without a clear
    status is NO_MAILBOX only where its words say so and speak of nothing else.
    """
    undefined = _UNDEFINED_BESIDE_CODE if code in REFUSED_RECIPIENT else _UNDEFINED
    statuses = [found for found in _STATUS.finditer(words) if found[0] not in undefined]
    others = [found[1] for found in statuses if found[1] != "5.1" or found[2] not in _ABOUT_RECIPIENT]
    if others:
        return others[0] if others[0] in REFUSALS else "5.0"
    is_clear = any(found[2] != _ABOUT_EITHER for found in statuses)
    kind = _kind_in_words(ADDRESS.sub("<address>", words), prefer_no_mailbox=is_clear)
    if is_clear:
        return NO_MAILBOX if kind in (None, *_MAILBOX_OR_SYSTEM) else kind or NO_MAILBOX
    if statuses:
        return kind or "5.1"
    if code in REFUSED_RECIPIENT:
        return kind or "5.0"
    return NO_MAILBOX if kind == NO_MAILBOX else "5.0"


def _kind_in_words(words: str, *, prefer_no_mailbox: bool) -> str | None:
    """Return the kind of refusal that words name, None without one; NO_MAILBOX first with `prefer_no_mailbox`."""
    if _ABOUT_SENDER.search(words):
        return "5.1"
    is_no_mailbox = _NO_SUCH_MAILBOX.search(words) is not None
    if is_no_mailbox and prefer_no_mailbox:
        return NO_MAILBOX
    unnamed = _NAMES.sub("\u2026", words)
    other = next((kind for kind, pattern in _OTHER.items() if pattern.search(unnamed)), None)
    if other or is_no_mailbox:
        return other or NO_MAILBOX
    return next((kind for kind, pattern in _MAILBOX_OR_SYSTEM.items() if pattern.search(unnamed)), None)
