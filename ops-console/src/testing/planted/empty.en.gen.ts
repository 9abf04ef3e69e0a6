// Generated from modules/*/ops by `hearth ops generate`. Do not edit.
export const emptyWords: Readonly<Record<string, string>> = {"harbour.boats": "No boat yet.", "harbour.repairs": "Nothing was ever broken."};
