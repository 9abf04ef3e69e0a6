// Letters that Unicode does not decompose.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};
const DIGRAPHS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ø: 'oe', ü: 'ue', å: 'aa' };

/** A text in lower case without accents and apostrophes, with blanks for hyphens and dots, and "st" for saints. */
export const folded = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/['’‘‛ʼʻʽʹˈ′´`ʾʿ]/g, '')
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[ßøłđðþæœıħŧς]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[\s\p{Pd}.]+/gu, ' ')
    .replaceAll(/\b(saint|sankt|sint)(?= )/g, 'st')
    .trim();

/**
 * The usual spellings of a name, folded: ö is o and oe, and aa is a. What somebody searches is folded only; the server's
 * searches do the same (app/kernel/text/folding.py).
 */
export function spellingsOf(name: string): readonly string[] {
  const own = folded(name);
  const small = name.toLowerCase().normalize('NFC');
  const long = folded(small.replaceAll(/[äöøüå]/g, (letter) => DIGRAPHS[letter] ?? letter));
  const short = own.replaceAll(/([aou])e/g, '$1').replaceAll('aa', 'a');
  return [own, long, short];
}
