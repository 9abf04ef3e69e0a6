// What stands behind a portrait: drawn in a box of 576 x 768, three tones each, nothing sharper than the face.

const tones = {
  mist: ['#d7e8e5', '#bfdbd6', '#a5cac3'],
  peach: ['#f8dfcf', '#f3cbb2', '#e9b294'],
  butter: ['#f9e8c2', '#f3d794', '#e6c06c'],
  blush: ['#f5dcd9', '#ebc5c1', '#dca9a5'],
  sky: ['#dbe7ef', '#bfd5e3', '#a3c1d4'],
  sage: ['#e2e8d6', '#cdd8bb', '#b1c29b'],
  stone: ['#ece5db', '#ddd2c3', '#c9baa6'],
  dusk: ['#c9d3da', '#a9bac6', '#8ba2b1'],
};

const fill = (colour) => `<rect width="576" height="768" fill="${colour}"/>`;
const path = (d, colour) => `<path d="${d}" fill="${colour}"/>`;
const times = (n, draw) => Array.from({ length: n }, (_, i) => draw(i)).join('');

const scenes = {
  sunset: (a, b, c) =>
    fill(a) + `<circle cx="430" cy="190" r="150" fill="${b}"/>` + path('M0 560q170-90 340-20t236-20v248H0z', c),
  hills: (a, b, c) =>
    fill(a) + path('M0 330q145-110 290-30t286-20v488H0z', b) + path('M0 470q165-80 330 10t246-50v338H0z', c),
  sea: (a, b, c) =>
    fill(a) +
    `<rect y="330" width="576" height="438" fill="${b}"/>` +
    path('M0 470q48-22 96 0t96 0 96 0 96 0 96 0 96 0v298H0z', c) +
    path('M66 330l44-126 14 126z', c),
  arch: (a, b, c) =>
    fill(a) + path('M88 768V300a200 200 0 0 1 400 0v468z', b) + `<rect y="640" width="576" height="128" fill="${c}"/>`,
  bookshelf: (a, b, c) => fill(a) + times(3, (row) => shelf(180 + row * 200, row, b, c)),
  plants: (a, b, c) =>
    fill(a) +
    [
      [60, 620, -28],
      [20, 470, -50],
      [120, 700, -8],
      [520, 600, 28],
      [556, 440, 46],
      [470, 700, 10],
    ]
      .map(([x, y, turn], i) => `<g transform="translate(${x} ${y}) rotate(${turn})">${leaf(i % 2 ? b : c)}</g>`)
      .join(''),
  town: (a, b, c) =>
    fill(a) +
    path('M0 768V360l60-70 60 70v-50h40l20-50 20 50h40v90l50-80 60 80v-80h70v90l70-80 86 90v408z', b) +
    path('M0 768V520h110v-60h120v80h140v-50h100v40h106v238z', c),
  tiles: (a, b, c) => fill(a) + times(48, (i) => tile(i % 6, Math.floor(i / 6), b, c)),
};

const leaf = (colour) => path('M0 0c-70-90-60-210 0-300 60 90 70 210 0 300z', colour);

const tile = (column, row, b, c) =>
  `<rect x="${column * 98 - 4}" y="${row * 98 - 4}" width="92" height="92" rx="8" fill="${(column * 3 + row) % 5 ? b : c}"/>`;

function shelf(y, row, b, c) {
  const books = [22, 54, 78, 120, 148, 190, 430, 462, 490, 528].map((x, i) => {
    const height = 110 - ((i * 7 + row * 5) % 4) * 10;
    return `<rect x="${x}" y="${y - height}" width="${18 + ((i + row) % 3) * 6}" height="${height}" rx="3" fill="${i % 2 ? b : c}"/>`;
  });
  return `<rect y="${y}" width="576" height="14" fill="${c}"/>` + books.join('');
}

export const backgrounds = Object.keys(scenes);

/** The SVG of one background in a tone that suits it, chosen by `pick`. */
export function scenery(background, pick) {
  return scenes[background](...tones[pick(suited[background])]);
}

const suited = {
  sunset: ['peach', 'butter', 'blush'],
  hills: ['sage', 'mist', 'butter', 'sky'],
  sea: ['sky', 'mist', 'dusk'],
  arch: ['mist', 'peach', 'butter', 'stone'],
  bookshelf: ['stone', 'sage', 'blush', 'dusk'],
  plants: ['sage', 'mist', 'butter', 'stone'],
  town: ['dusk', 'stone', 'blush', 'mist'],
  tiles: ['peach', 'sage', 'sky'],
};
