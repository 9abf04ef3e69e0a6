import type { Payer } from '../api/direct-debit';

export interface PayerProblem {
  field: keyof Payer;
  text: 'ibanMissing' | 'holderMissing' | 'phoneMissing' | 'startNowMissing';
}

/** What is missing before the server is asked; whether it is right, the server knows. */
export function missingOf({ iban, holder, phone, start_now: startNow }: Payer): PayerProblem[] {
  const problems: PayerProblem[] = [];
  if (!iban.trim()) problems.push({ field: 'iban', text: 'ibanMissing' });
  if (holder.trim().length < 2) problems.push({ field: 'holder', text: 'holderMissing' });
  if (!phone.trim()) problems.push({ field: 'phone', text: 'phoneMissing' });
  if (!startNow) problems.push({ field: 'start_now', text: 'startNowMissing' });
  return problems;
}
