const KINDS = ['new-message', 'new-like', 'new-match', 'discount', 'digest'] as const;
export type MailKind = (typeof KINDS)[number];

/** Which mails a link stops; the server alone knows whether the link is a true one. */
export const kindOf = (token: string): MailKind | undefined => KINDS.find((kind) => token.startsWith(`${kind}~`));
