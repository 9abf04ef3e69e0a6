import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '@/i18n/locales';
import { renderUi } from '@/testing/render-ui';
import { DateField } from './date-field';
import { orderOf } from './typed-date';

const LABEL = 'Date of birth';
const HELP = 'Others see your age only.';
const ERROR = 'There is no such day.';

function Born({ error, first = '' }: { error?: string; first?: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <DateField id="born" label={LABEL} help={HELP} error={error} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

/** Shows the field, with the focus in its first part. */
async function open(locale?: string, field = <Born />) {
  const { user } = await renderUi(field, locale);
  await user.tab();
  return user;
}

const read = () => document.querySelector('output')?.textContent;
const parts = () => screen.getAllByRole<HTMLInputElement>('spinbutton');
const shown = () => parts().map(({ value }) => value);

const TYPED: [text: string, date: string][] = [
  ['1/2/1980', '1980-02-01'],
  ['1.2.1980', '1980-02-01'],
  ['1-2-1980', '1980-02-01'],
  ['1 2 1980', '1980-02-01'],
  ['01/02/1980', '1980-02-01'],
  ['01021980', '1980-02-01'],
  ['9/12/1980', '1980-12-09'],
  ['9121980', '1980-12-09'],
  ['31/1/1980', '1980-01-31'],
  ['29/2/1984', '1984-02-29'],
  // Refused where they are used: no such day, or no whole year.
  ['30021984', '1984-02-30'],
  ['30/2/1984', '1984-02-30'],
  ['29021983', '1983-02-29'],
  ['31041980', '1980-04-31'],
  ['290284', '84-02-29'],
  ['1/2/80', '80-02-01'],
];

const PASTED: [text: string, date: string][] = [
  ['31-12-1980', '1980-12-31'],
  ['31.12.1980', '1980-12-31'],
  ['31. 12. 1980', '1980-12-31'],
  ['31/12/1980', '1980-12-31'],
  ['1.2.1980', '1980-02-01'],
  [' 31/12/1980 ', '1980-12-31'],
  ['1980-12-31', '1980-12-31'],
  ['30.2.1984', '1984-02-30'],
];

const DAY_FIRST = 'nl-NL';

describe('a date of birth that has the day first', () => {
  it.each(TYPED)('[spec 5.2] typed as %s is %s', async (text, date) => {
    const user = await open(DAY_FIRST);
    await user.keyboard(text);
    expect(read()).toBe(date);
  });

  it.each(PASTED)('[spec 5.2] pasted as "%s" is %s', async (text, date) => {
    const user = await open(DAY_FIRST);
    await user.paste(text);
    expect(read()).toBe(date);
  });
});

it.each(Object.values(LOCALES))('$name has the day first, unless it has the year first', ({ tag }) => {
  const dayFirst = ['day', 'month', 'year'];
  expect(orderOf(tag)).toEqual(tag === 'sv-SE' ? dayFirst.reverse() : dayFirst);
});

describe('a date of birth', () => {
  it.each([
    ['en-US', '2/1/1980', '1980-02-01'],
    ['en-US', '12/31/1980', '1980-12-31'],
    ['sv-SE', '1980-2-1', '1980-02-01'],
    ['sv-SE', '19801231', '1980-12-31'],
  ])('[spec 5.2] has the order of %s when %s is typed', async (locale, text, date) => {
    const user = await open(locale);
    await user.keyboard(text);
    expect(read()).toBe(date);
  });

  it.each([
    ['en-US', '12/31/1980', '1980-12-31'],
    ['en-US', '1980-12-31', '1980-12-31'],
    ['en-GB', '12/31/1980', '1980-31-12'],
    ['en-GB', '31121980', '1980-12-31'],
    ['sv-SE', '19801231', '1980-12-31'],
    ['en-GB', '1/2/80', '80-02-01'],
  ])('[spec 5.2] has the order of %s when %s is pasted', async (locale, text, date) => {
    const user = await open(locale);
    await user.paste(text);
    expect(read()).toBe(date);
  });

  it('[spec 5.2] is typed anew, or pasted into any part, over what stood there', async () => {
    const user = await open('en-GB', <Born first="1962-04-30" />);
    await user.keyboard('9/12/1980');
    expect(read()).toBe('1980-12-09');
    await user.click(parts()[1] as HTMLElement);
    await user.paste('31-1-1970');
    expect(read()).toBe('1970-01-31');
    await user.click(parts()[0] as HTMLElement);
    await user.keyboard('5');
    expect(read()).toBe('1970-01-05');
  });

  it('keeps what it cannot read in sight, and is no date', async () => {
    const user = await open();
    await user.paste('31 December 1980');
    expect(shown()).toEqual(['31 December 1980', '', '']);
    expect(read()).toBe('');
  });

  it('shows a day that does not exist as it was typed, also after the field is left', async () => {
    const user = await open();
    await user.keyboard('30021984{Tab}');
    expect(shown()).toEqual(['30', '02', '1984']);
  });

  it('is no date any more once a part is emptied', async () => {
    const user = await open('en-GB', <Born first="1980-12-31" />);
    expect(shown()).toEqual(['31', '12', '1980']);
    await user.keyboard('{Backspace}');
    expect(read()).toBe('');
    expect(shown()).toEqual(['', '12', '1980']);
  });

  it('is operated by keys: back into the part before, up and down by one', async () => {
    const user = await open();
    await user.keyboard('31{Backspace}');
    expect(parts()[0]).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(shown()).toEqual(['1', '', '']);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(shown()).toEqual(['30', '', '']);
  });

  it('is named by its label and its parts, and described by help and error', async () => {
    await open('de-DE', <Born error={ERROR} />);
    const group = screen.getByRole('group', { name: LABEL });
    expect(group).toHaveAccessibleDescription(`${HELP} ${ERROR}`);
    expect(parts().map((part) => part.getAttribute('aria-label'))).toEqual([
      `Tag, ${LABEL}`,
      `Monat, ${LABEL}`,
      `Jahr, ${LABEL}`,
    ]);
    for (const part of parts()) {
      expect(part).toBeInvalid();
      expect(part).toHaveAccessibleDescription(ERROR);
    }
  });
});
