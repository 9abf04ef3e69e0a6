// Weighs all scripts of the console against its budget (gzip, in KiB) and fails when they are over.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const ASSETS = new URL('../dist/assets/', import.meta.url);
const LIMIT = 400;

const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));
const size = scripts.reduce(
  (total, file) => total + gzipSync(readFileSync(new URL(file, ASSETS)), { level: 9 }).length / 1024,
  0,
);
const isOver = size > LIMIT;
console.log(`${isOver ? 'OVER' : 'ok  '} ${size.toFixed(1)} of ${LIMIT} KiB  all JS`);
if (isOver) process.exit(1);
