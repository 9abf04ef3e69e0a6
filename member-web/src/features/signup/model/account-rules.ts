import { looksLikeEmail } from '@/lib/email';

export interface Account {
  email: string;
  name: string;
  password: string;
  /** The date as typed, year first, valid or not; "" while it is incomplete. */
  date_of_birth: string;
  signup_message: string;
}

export const LONGEST_NAME = 30;
export const LONGEST_MESSAGE = 500;
const SHORTEST_NAME = 2;
const SHORTEST_PASSWORD = 8;
/** In years; a date of birth longer ago was mistyped. */
const OLDEST = 120;

type DateProblem = 'dateMissing' | 'yearShort' | 'noSuchDay' | 'tooYoung';

export interface AccountProblem {
  field: keyof Account;
  text: 'emailMissing' | 'emailInvalid' | 'nameMissing' | 'passwordShort' | DateProblem;
}

/** How many characters the server keeps of a password: they are composed first (RFC 8265, OpaqueString). */
const countKept = (password: string): number => Array.from(password.normalize('NFC')).length;

/** What is missing or incomplete, from the top of the form, before the server is asked (spec 5.1 to 5.4). */
export function checkAccount(account: Account, minAge: number, today: Date): AccountProblem[] {
  const { email, name, password, date_of_birth: born } = account;
  const problems: AccountProblem[] = [];
  if (name.trim().length < SHORTEST_NAME) problems.push({ field: 'name', text: 'nameMissing' });
  const dateProblem = checkDate(born, minAge, today);
  if (dateProblem) problems.push({ field: 'date_of_birth', text: dateProblem });
  if (!email.trim()) problems.push({ field: 'email', text: 'emailMissing' });
  else if (!looksLikeEmail(email)) problems.push({ field: 'email', text: 'emailInvalid' });
  if (countKept(password) < SHORTEST_PASSWORD) problems.push({ field: 'password', text: 'passwordShort' });
  return problems;
}

function checkDate(born: string, minAge: number, today: Date): DateProblem | undefined {
  if (!born) return 'dateMissing';
  if (!/^\d{4}-/.test(born)) return 'yearShort';
  if (!isDay(born)) return 'noSuchDay';
  const age = ageOn(today, born);
  if (age > OLDEST) return 'dateMissing';
  return age < minAge ? 'tooYoung' : undefined;
}

/** Whether a day exists; some browsers read 30 February as 1 March. */
function isDay(date: string): boolean {
  const moment = new Date(date);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === date;
}

/** Full years from a date of birth to a day; in years without 29 February a birthday then is on 1 March. */
export function ageOn(day: Date, born: string): number {
  const [year = 0, month = 0, date = 0] = born.split('-').map(Number);
  const hadBirthday = day.getMonth() + 1 > month || (day.getMonth() + 1 === month && day.getDate() >= date);
  return day.getFullYear() - year - (hadBirthday ? 0 : 1);
}
