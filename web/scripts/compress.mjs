// Last step of the build: compresses the assets that the api serves, and enforces the budget of the first load.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = join(import.meta.dirname, '../../dist/web');
const budget = 300 * 1024;

for (const name of readdirSync(join(folder, 'assets'))) {
  if (/\.(js|css|svg)$/.test(name)) writeFileSync(join(folder, 'assets', `${name}.gz`), compress(name));
}

// index.html references the scripts, style sheets and the font of the first load; pages are loaded later.
const page = readFileSync(join(folder, 'index.html'), 'utf8');
const files = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css|woff2))"/g)].map(
  ([, name]) => name,
);
const size = files.reduce((sum, name) => sum + compress(name).length, 0);
const shown = `first load: ${(size / 1024).toFixed(1)} KiB of gzipped scripts, styles and font, budget ${budget / 1024} KiB`;
const isComplete = ['.js', '.css', '.woff2'].every((ending) => files.some((name) => name.endsWith(ending)));
if (!isComplete || size > budget) {
  console.error(shown);
  process.exit(1);
}
console.log(shown);

function compress(name) {
  return gzipSync(readFileSync(join(folder, 'assets', name)), { level: 9 });
}
