import { looksLikeEmail } from '@/lib/email';
import type { Credentials } from '../api/login';

interface Problem {
  field: keyof Credentials;
  text: 'emailMissing' | 'emailInvalid' | 'passwordMissing';
}

/** What is missing or incomplete before the server is asked. */
export function checkCredentials({ email, password }: Credentials): Problem[] {
  const problems: Problem[] = [];
  if (!email) problems.push({ field: 'email', text: 'emailMissing' });
  else if (!looksLikeEmail(email)) problems.push({ field: 'email', text: 'emailInvalid' });
  if (!password) problems.push({ field: 'password', text: 'passwordMissing' });
  return problems;
}
