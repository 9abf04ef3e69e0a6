import { expect, it } from 'vitest';
import { isolated } from './isolated';

it.each(['Mila', "D'Ambra", 'Łucja', 'Σοφία', 'Анна', '愛', '51', ''])('leaves %s as it is', (name) => {
  expect(isolated(name)).toBe(name);
});

it.each(['محمد علي', 'יעל כהן', 'مهرداد', 'Mila ‏נועה', 'ދިވެހި'])('keeps %s from turning what is around it', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});
