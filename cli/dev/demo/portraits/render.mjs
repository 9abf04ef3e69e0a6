// Reads portrait requests as JSON lines from stdin and writes each as <id>.png, 600 x 800, to the folder named.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Resvg } from '@resvg/resvg-js';
import { portrait } from './portrait.mjs';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node render.mjs FOLDER < requests.jsonl');
  process.exit(2);
}

const options = { fitTo: { mode: 'width', value: 600 }, font: { loadSystemFonts: false } };
const writes = [];
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const png = new Resvg(portrait(request), options).render().asPng();
  writes.push(writeFile(join(folder, `${request.id}.png`), png));
}
await Promise.all(writes);
