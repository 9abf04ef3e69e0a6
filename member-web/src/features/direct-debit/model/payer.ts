import type { Payer } from '../api/direct-debit';

export interface PayerProblem {
  field: keyof Payer;
  text: 'ibanMissing' | 'holderMissing' | 'phoneMissing';
}

/** What is missing before the server is asked; whether it is right, the server knows. */
export function missingOf({ iban, holder, phone }: Payer): PayerProblem[] {
  const problems: PayerProblem[] = [];
  if (!iban.trim()) problems.push({ field: 'iban', text: 'ibanMissing' });
  if (holder.trim().length < 2) problems.push({ field: 'holder', text: 'holderMissing' });
  if (!phone.trim()) problems.push({ field: 'phone', text: 'phoneMissing' });
  return problems;
}
