import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import { type TermId, terms } from '../../../web/src/text/terms';

const glossary = readFileSync(join(packageRoot, 'docs/glossary.md'), 'utf8');
const rows = new Set([...glossary.matchAll(/^\| ([^|]+) \|/gm)].map(([, name]) => name));

it.each(Object.keys(terms) as TermId[])('explains %s, which the glossary has', (id) => {
  expect(rows).toContain(id);
  expect(terms[id].text).toMatch(/^[A-Z].*\.$/);
});
