import { looksLikeEmail } from '@/lib/email';
import type { Complaint, Topic } from '../api/complaints';

/** What one may complain about, in the order of the list. */
export const TOPICS: readonly Topic[] = ['payment', 'person', 'account', 'decision', 'privacy', 'other'];

/** As few and as many characters as the server takes. */
export const TEXT_MIN = 10;
export const TEXT_MAX = 5000;

/** A closed complaint can be opened again for this many days. */
const REOPENS_FOR_DAYS = 60;

export interface ComplaintForm {
  topic: Topic | '';
  text: string;
  email: string;
}

export interface Problem {
  field: keyof ComplaintForm;
  text: 'topicMissing' | 'textShort' | 'emailMissing' | 'emailInvalid';
}

/** What has to change before a complaint can be sent; a member gives no address. */
export function checkComplaint({ topic, text, email }: ComplaintForm, isVisitor: boolean): Problem[] {
  const problems: Problem[] = [];
  if (!topic) problems.push({ field: 'topic', text: 'topicMissing' });
  if (text.trim().length < TEXT_MIN) problems.push({ field: 'text', text: 'textShort' });
  if (isVisitor && !email.trim()) problems.push({ field: 'email', text: 'emailMissing' });
  else if (isVisitor && !looksLikeEmail(email)) problems.push({ field: 'email', text: 'emailInvalid' });
  return problems;
}

/** Whether the member can still reply; the server checks it too. */
export function mayReply({ closed_at: closedAt }: Complaint, now: Date): boolean {
  if (!closedAt) return true;
  return now.getTime() - new Date(closedAt).getTime() < REOPENS_FOR_DAYS * 86_400_000;
}
