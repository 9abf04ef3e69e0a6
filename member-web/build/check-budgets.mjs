// Weighs the build against the budgets of the page (gzip, in KiB) and fails when one is broken.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DIST = new URL('../dist/', import.meta.url);
const BUDGET = { shellJs: 150, routeJs: 60, css: 15, namespace: 8, fonts: 55, allJs: 450 };

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'));
const weight = (file) => gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length / 1024;
const sum = (files) => [...files].reduce((total, file) => total + weight(file), 0);

/** Every file of one kind that a chunk needs before it runs. */
function needs(key, kind, seen = new Set(), files = new Set()) {
  if (seen.has(key)) return files;
  seen.add(key);
  const chunk = manifest[key];
  if (kind === 'js') files.add(chunk.file);
  else (chunk.css ?? []).forEach((file) => files.add(file));
  (chunk.imports ?? []).forEach((next) => needs(next, kind, seen, files));
  return files;
}

const entry = 'index.html';
const shell = needs(entry, 'js');
const isTexts = (key) => key.includes('/locales/');
const isRoute = (key) => key.startsWith('src/app/routes/');

const rows = [
  ['shell JS', sum(shell), BUDGET.shellJs],
  ['shell CSS', sum(needs(entry, 'css')), BUDGET.css],
  ...Object.keys(manifest)
    .filter(isRoute)
    .map((key) => [key, sum(needs(key, 'js').difference(shell)), BUDGET.routeJs]),
  ...Object.keys(manifest)
    .filter(isTexts)
    .map((key) => [key, weight(manifest[key].file), BUDGET.namespace]),
  // Fonts are compressed already, and only the latin ones are loaded by every page.
  ['latin fonts', latinFonts(), BUDGET.fonts],
  ['all JS without texts', allJs(), BUDGET.allJs],
];

function latinFonts() {
  const files = readdirSync(new URL('assets/', DIST)).filter((file) => /-latin-(?!ext).*\.woff2$/.test(file));
  return files.reduce((total, file) => total + readFileSync(new URL(`assets/${file}`, DIST)).length / 1024, 0);
}

function allJs() {
  const files = new Set(
    Object.keys(manifest)
      .filter((key) => !isTexts(key))
      .map((key) => manifest[key].file),
  );
  return sum([...files].filter((file) => file.endsWith('.js')));
}

let broken = 0;
for (const [name, size, limit] of rows) {
  const isBroken = size > limit;
  if (isBroken) broken += 1;
  console.log(
    `${isBroken ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(7)} of ${String(limit).padStart(3)} KiB  ${name}`,
  );
}
if (broken > 0) {
  console.error(`${broken} budget${broken > 1 ? 's are' : ' is'} broken.`);
  process.exit(1);
}
