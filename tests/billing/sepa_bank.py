"""A bank of the tests' own: it reads our files of collections and writes its answers as banks do."""

from dataclasses import dataclass
from functools import cache

import xmlschema
from defusedxml import ElementTree
from sepaxml import validation

# Each file that the installation writes and the bank reads is checked against a schema, which takes a second to read.
xmlschema.XMLSchema = cache(xmlschema.XMLSchema)  # type: ignore[assignment]
PAIN_008 = "{urn:iso:std:iso:20022:tech:xsd:pain.008.001.08}"


@dataclass(frozen=True)
class Wanted:
    """One collection of a file; the amount in cents."""

    ref: str
    amount: int
    iban: str
    mandate: str
    day: str
    holder: str
    words: str
    bank: str  # of who collects


def read_collections(content: bytes) -> list[Wanted]:
    """Check a file against its schema and its sums, and return what it wants."""
    folder = validation.__file__.rpartition("/")[0]
    xmlschema.XMLSchema(f"{folder}/schemas/pain.008.001.08.xsd").validate(content.decode())
    root = ElementTree.fromstring(content)
    header = root.find(f".//{PAIN_008}GrpHdr")
    assert header is not None
    wanted = []
    for group in root.iter(f"{PAIN_008}PmtInf"):
        bank = group.findtext(f"{PAIN_008}CdtrAgt//{PAIN_008}BICFI") or ""
        for debit in group.iter(f"{PAIN_008}DrctDbtTxInf"):
            texts = {element.tag.removeprefix(PAIN_008): element.text or "" for element in debit.iter()}
            amount = round(float(texts["InstdAmt"]) * 100)
            day = group.findtext(f"{PAIN_008}ReqdColltnDt") or ""
            payer = (texts["IBAN"], texts["MndtId"], day, texts["Nm"], texts["Ustrd"])
            wanted.append(Wanted(texts["EndToEndId"], amount, *payer, bank))
    assert int(header.findtext(f"{PAIN_008}NbOfTxs") or 0) == len(wanted)
    assert round(float(header.findtext(f"{PAIN_008}CtrlSum") or 0) * 100) == sum(one.amount for one in wanted)
    return wanted


def booked(*lines: str) -> bytes:
    """Return a statement (camt.053) with lines of `came`, `returned` or `went`."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>S1</MsgId></GrpHdr>
    <Stmt><Id>1</Id>{"".join(lines)}</Stmt></BkToCstmrStmt></Document>""".encode()


def came(ref: str, amount: int, *, status: str = "BOOK") -> str:
    """Return the entry of a collection that was booked."""
    return _entry("CRDT", amount, f"<Refs><EndToEndId>{ref}</EndToEndId></Refs>", status)


def went(ref: str, amount: int) -> str:
    """Return the entry of a transfer that was sent."""
    return _entry("DBIT", amount, f"<Refs><EndToEndId>{ref}</EndToEndId></Refs>", "BOOK")


def returned(ref: str, amount: int, reason: str) -> str:
    """Return the entry of a collection that was taken back, with the banks' charges in its amount."""
    why = f"<RtrInf><Rsn><Cd>{reason}</Cd></Rsn></RtrInf>"
    return _entry("DBIT", amount + 350, f"<Refs><EndToEndId>{ref}</EndToEndId></Refs>{why}", "BOOK")


def bounced(ref: str, amount: int, reason: str) -> str:
    """Return the entry of a transfer that came back."""
    why = f"<RtrInf><Rsn><Cd>{reason}</Cd></Rsn></RtrInf>"
    return _entry("CRDT", amount, f"<Refs><EndToEndId>{ref}</EndToEndId></Refs>{why}", "BOOK")


def refused(*refs_and_reasons: tuple[str, str]) -> bytes:
    """Return a report (pain.002) of collections that were refused before they were booked."""
    lines = "".join(
        f"<TxInfAndSts><OrgnlEndToEndId>{ref}</OrgnlEndToEndId><TxSts>RJCT</TxSts>"
        f"<StsRsnInf><Rsn><Cd>{reason}</Cd></Rsn></StsRsnInf></TxInfAndSts>"
        for ref, reason in refs_and_reasons
    )
    return _report(f"<OrgnlPmtInfAndSts><OrgnlPmtInfId>1</OrgnlPmtInfId>{lines}</OrgnlPmtInfAndSts>", status="PART")


def refused_group(message_id: str, group: str, reason: str) -> bytes:
    """Return a report (pain.002) of payments that were refused together, without a word about each."""
    why = f"<PmtInfSts>RJCT</PmtInfSts><StsRsnInf><Rsn><Cd>{reason}</Cd></Rsn></StsRsnInf>"
    part = f"<OrgnlPmtInfAndSts><OrgnlPmtInfId>{group}</OrgnlPmtInfId>{why}</OrgnlPmtInfAndSts>"
    return _report(part, status="PART", message_id=message_id)


def refused_whole(message_id: str, reason: str) -> bytes:
    """Return a report (pain.002) of a file of which the bank took nothing."""
    why = f"<StsRsnInf><Rsn><Cd>{reason}</Cd></Rsn></StsRsnInf>"
    return _report("", status="RJCT", message_id=message_id, why=why)


def _report(inner: str, *, status: str, message_id: str = "M1", why: str = "") -> bytes:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
    <OrgnlGrpInfAndSts><OrgnlMsgId>{message_id}</OrgnlMsgId><OrgnlMsgNmId>pain.008</OrgnlMsgNmId><GrpSts>{status}</GrpSts>
    {why}</OrgnlGrpInfAndSts>{inner}</CstmrPmtStsRpt></Document>""".encode()


def _entry(side: str, amount: int, details: str, status: str) -> str:
    return (
        f'<Ntry><Amt Ccy="EUR">{amount / 100:.2f}</Amt><CdtDbtInd>{side}</CdtDbtInd><Sts><Cd>{status}</Cd></Sts>'
        f"<NtryDtls><TxDtls>{details}</TxDtls></NtryDtls></Ntry>"
    )
