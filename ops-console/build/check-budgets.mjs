// Weighs the scripts of the console against their budgets (gzip, in KiB) and fails when they are over: what comes at
// first, and what each page brings that is fetched when somebody goes there.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DIST = new URL('../dist/', import.meta.url);
const LIMITS = { first: 402, page: 20 };

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST)));
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const withImports = (key, found = new Set()) => {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key].imports ?? []) withImports(next, found);
  return found;
};
const weigh = (keys) =>
  [...keys]
    .map((key) => manifest[key].file)
    .filter((file) => file.endsWith('.js'))
    .reduce((total, file) => total + gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length / 1024, 0);

const first = withImports(entry);
const pages = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry);
const rows = [
  ['first load', weigh(first), LIMITS.first],
  ...pages.map((key) => [key, weigh([...withImports(key)].filter((one) => !first.has(one))), LIMITS.page]),
];
for (const [name, size, limit] of rows)
  console.log(`${size > limit ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} of ${limit} KiB  ${name}`);
if (rows.some(([, size, limit]) => size > limit)) process.exit(1);
