export type DatePart = 'day' | 'month' | 'year';

/** The text of each part of a date field, as typed. */
export type DateParts = Record<DatePart, string>;

export const LARGEST: Record<DatePart, number> = { day: 31, month: 12, year: 9999 };

const DAY_FIRST: readonly DatePart[] = ['day', 'month', 'year'];
const YEAR_FIRST: readonly DatePart[] = ['year', 'month', 'day'];

/** Separators such as points, slashes and spaces: all that is neither a letter nor a digit. */
const SIGNS = /[^\p{L}\p{N}]+/u;
const SIGNS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The parts of a date in the order of a language. */
export function orderOf(locale: string): readonly DatePart[] {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' });
  const types: readonly string[] = format.formatToParts(0).map(({ type }) => type);
  return [...DAY_FIRST].sort((one, other) => types.indexOf(one) - types.indexOf(other));
}

export const withoutSignsAround = (text: string): string => text.replace(SIGNS_AROUND, '');

/** Reads a whole date in the order given, or year first as ISO 8601 has it; undefined for any other text. */
export function readDate(text: string, order: readonly DatePart[]): DateParts | undefined {
  const bare = withoutSignsAround(text);
  if (/^(\d{6}|\d{8})$/.test(bare)) return toParts(cut(bare, order), order);
  const numbers = bare.split(SIGNS);
  if (numbers.length !== 3 || !numbers.every((number) => /^\d{1,4}$/.test(number))) return undefined;
  const [first = '', , last = ''] = numbers;
  if (first.length > 2) return toParts(numbers, YEAR_FIRST);
  // In a language that puts the year first, a date that ends with the year begins with the day.
  return toParts(numbers, last.length > 2 && order[0] === 'year' ? DAY_FIRST : order);
}

/** Splits digits without separators: two each for day and month, the rest for the year. */
function cut(digits: string, order: readonly DatePart[]): string[] {
  let from = 0;
  return order.map((part) => {
    const start = from;
    from += part === 'year' ? digits.length - 4 : 2;
    return digits.slice(start, from);
  });
}

function toParts(numbers: readonly string[], order: readonly DatePart[]): DateParts {
  const at = (part: DatePart) => numbers[order.indexOf(part)] ?? '';
  return { day: at('day'), month: at('month'), year: at('year') };
}

/** Writes the parts year first ("1962-04-30"), valid or not; "" while one is empty. */
export function spell({ day, month, year }: DateParts): string {
  return day && month && year ? [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-') : '';
}

export const partsOf = (value: string): DateParts => toParts(value.split('-'), YEAR_FIRST);

/** Whether no further digit can follow. */
export function isFull(part: DatePart, text: string): boolean {
  return text.length >= String(LARGEST[part]).length || Number(`${text}0`) > LARGEST[part];
}

/** The next or previous number of a part, wrapping around; for an empty part 1, or the current year. */
export function step(part: DatePart, text: string, by: 1 | -1): string {
  const number = Number(text);
  if (!(number > 0)) return part === 'year' ? String(new Date().getFullYear()) : '1';
  return String(((number - 1 + by + LARGEST[part]) % LARGEST[part]) + 1);
}
