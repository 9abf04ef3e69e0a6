// Draws one portrait: a ToonHead bust (Johan Melin, CC BY 4.0) with our own eyes, glasses, lines and background.
import { createHash } from 'node:crypto';
import * as toonHead from '@dicebear/toon-head';
import { backgrounds, scenery } from './scenery.mjs';

const fair = ['f3cdb2', 'f3cdb2', 'f3cdb2', 'e3b08f'];
const warm = ['f3cdb2', 'e3b08f', 'e3b08f', 'c68e6a'];
const all = ['f3cdb2', 'f3cdb2', 'f3cdb2', 'e3b08f', 'e3b08f', 'c68e6a', '9c6647', '6d4330'];
const skins = { blond: fair, red: fair, brown: warm };
const deepSkins = ['9c6647', '6d4330'];
const hairTones = {
  blond: ['d9b678', 'c9a468', 'b79a73'],
  brown: ['5f3a26', '74482f', '4a2f22'],
  black: ['2b1d1a', '33292a'],
  red: ['8f4a2b', 'a9572f'],
  grey: ['9b9a99', '77736f', 'b3b1ae'],
  white: ['ecebe8', 'dcdad6', 'c9c8c6'],
};
const clothesTones = [
  '1f6662',
  '2b4263',
  'b5563a',
  '6d3a4e',
  '6b7045',
  'd8c3a0',
  'efe6d6',
  '35393b',
  '7fa7bd',
  'd29a35',
  'c9798a',
  '35584a',
];
const brownIris = '#4b2422';
const irises = ['#44687f', '#4f6a48', '#5d6b72', '#6f5433', brownIris, brownIris];
const frames = ['#35393b', '#6d3a4e', '#1f6662', '#8f4a2b'];
const studs = ['#d29a35', '#efe6d6', '#b5563a', '#7fa7bd'];

/** A chooser that always makes the same choices for the same seed. */
function chooser(seed) {
  let turn = 0;
  const next = () => createHash('sha256').update(`${seed}:${turn++}`).digest().readUInt32BE(0) / 2 ** 32;
  return { pick: (list) => list[Math.floor(next() * list.length)], chance: (share) => next() < share };
}

/** What stays the same in every photo of one person. */
function faceOf({ seed, gender, age_band, hair }) {
  const { pick, chance } = chooser(seed);
  const age = Number.parseInt(age_band, 10);
  const woman = gender === 'woman';
  const skin = pick(skins[hair] ?? all);
  return {
    woman,
    skin,
    hairColour: pick(hairTones[hair] ?? hairTones.grey),
    top: hair === 'bald' ? null : pick(woman ? updos : age < 50 ? youngCuts : cuts),
    back: pick(
      age < 50 ? ['longStraight', 'longWavy', 'shoulderHigh'] : ['neckHigh', 'shoulderHigh', 'longWavy', null],
    ),
    beard: !woman && chance(0.55) ? pick(age < 40 ? youngBeards : beards) : null,
    iris: deepSkins.includes(skin) ? brownIris : pick(irises),
    glasses: chance(age < 50 ? 0.15 : 0.4) ? pick(frames) : null,
    studs: woman && chance(0.45) ? pick(studs) : null,
    lines: age >= 50,
  };
}

const updos = ['sideComed', 'sideComed', 'bun'];
const cuts = ['sideComed', 'undercut'];
const youngCuts = [...cuts, 'spiky'];
const youngBeards = ['fullBeard', 'chin'];
const beards = ['fullBeard', 'chinMoustache', 'chin', 'longBeard'];

/** What differs from photo to photo: clothes and mood. */
function lookOf({ seed, background }, face) {
  const { pick } = chooser(`${seed}/${background}`);
  return {
    clothes: pick(['shirt', 'turtleNeck', 'openJacket', 'tShirt', ...(face.woman ? ['dress'] : [])]),
    clothesColour: pick(clothesTones),
    // A full beard hides the corners of the mouth, and a smile under it would look like a frown.
    mouth: ['fullBeard', 'longBeard'].includes(face.beard) ? 'laugh' : pick(['smile', 'smile', 'laugh']),
    eyes: pick(['open', 'open', 'open', 'smiling']),
    scenery: scenery(background, pick),
  };
}

/** The bust as ToonHead draws it, without eyes; its own chance is switched off by offering one choice of each part. */
function bust(face, look) {
  const only = (value) => (value ? [value] : []);
  const share = (value) => (value ? 100 : 0);
  const back = face.woman && face.top !== 'bun' ? face.back : null;
  const { body } = toonHead.create({
    prng: { pick: (list, fallback) => list[0] ?? fallback, bool: (likelihood) => likelihood > 0 },
    options: {
      body: ['body'],
      head: ['head'],
      eyes: [],
      eyebrows: ['neutral'],
      mouth: [look.mouth],
      clothes: [look.clothes],
      clothesColor: [look.clothesColour],
      skinColor: [face.skin],
      hairColor: [face.hairColour],
      hair: only(face.top),
      hairProbability: share(face.top),
      rearHair: only(back),
      rearHairProbability: share(back),
      beard: only(face.beard),
      beardProbability: share(face.beard),
    },
  });
  // resvg knows the attribute mask-type, not the style; softer outlines suit faces of all ages.
  return body
    .replaceAll('style="mask-type:alpha"', 'mask-type="alpha"')
    .replaceAll('stroke="black"', 'stroke="#2a1b16" stroke-opacity=".55"');
}

/** Draws something for the right eye and its mirror image for the left one. */
const both = (drawing) => drawing + `<g transform="matrix(-1 0 0 1 768 0)">${drawing}</g>`;
const line = (d, width, colour = '#3d2320') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

function eyes(face, look) {
  if (look.eyes === 'smiling') return both(line(face.woman ? 'M258 400l14 10q34-28 68 0' : 'M272 410q34-28 68 0', 9));
  const lid = line(face.woman ? 'M252 389l14 9q42-34 76 12' : 'M266 400q42-30 76 10', 9);
  const open =
    `<path d="M267 400q40-34 74 10-30 30-60 18-14-8-14-28z" fill="#f6f1e4"/>` +
    `<circle cx="308" cy="404" r="23" fill="${face.iris}"/><circle cx="308" cy="404" r="14" fill="#2a1815"/>`;
  const light = (x) => `<circle cx="${x}" cy="396" r="5" fill="#fff"/>`;
  return both(open + lid) + light(315) + light(467);
}

function extras(face) {
  const glasses =
    face.glasses &&
    `<g fill="#fff" fill-opacity=".06" stroke="${face.glasses}" stroke-width="7">` +
      both(`<rect x="248" y="352" width="116" height="98" rx="42"/><path d="M248 384l-46-8" fill="none"/>`) +
      `<path d="M364 388q20-14 40 0" fill="none"/></g>`;
  const lines =
    face.lines &&
    `<g opacity=".22">` + both(line('M251 414q-9 6-17 5M252 425q-7 9-14 11M310 470q-16 22-12 42', 4, '#000')) + `</g>`;
  const earrings = face.studs && both(`<circle cx="202" cy="462" r="10" fill="${face.studs}"/>`);
  return [glasses, lines, earrings].filter(Boolean).join('');
}

/** The SVG of the portrait that `request` {seed, gender, age_band, hair, background} asks for. */
export function portrait(request) {
  if (!backgrounds.includes(request.background)) throw new Error(`unknown background: ${request.background}`);
  const face = faceOf(request);
  const look = lookOf(request, face);
  const place = face.top === 'bun' ? 'translate(-96 44)' : 'translate(-111 -24) scale(1.04)';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 576 768">${look.scenery}` +
    `<g transform="${place}" fill="none">${bust(face, look)}${eyes(face, look)}${extras(face)}</g></svg>`
  );
}
