// Last step of the build: compresses the assets that the api serves, and enforces the budget of the first load.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = join(import.meta.dirname, '../../dist/web');
const budget = 250 * 1024;

for (const name of readdirSync(join(folder, 'assets'))) {
  if (/\.(js|css|svg)$/.test(name)) writeFileSync(join(folder, 'assets', `${name}.gz`), compress(name));
}

// index.html references the scripts of the first load; pages are loaded later.
const page = readFileSync(join(folder, 'index.html'), 'utf8');
const scripts = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name);
const size = scripts.reduce((sum, name) => sum + compress(name).length, 0);
const shown = `first load: ${(size / 1024).toFixed(1)} KiB of gzipped scripts, budget ${budget / 1024} KiB`;
if (scripts.length === 0 || size > budget) {
  console.error(shown);
  process.exit(1);
}
console.log(shown);

function compress(name) {
  return gzipSync(readFileSync(join(folder, 'assets', name)), { level: 9 });
}
