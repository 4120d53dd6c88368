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

it.each(Object.keys(terms) as TermId[])('leads from %s to a guide', (id) => {
  const [name = '', anchor] = terms[id].guide.split('#');
  const page = readFileSync(join(packageRoot, 'docs', `${name}.md`), 'utf8');
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );

  expect([...headings, undefined]).toContain(anchor);
});
