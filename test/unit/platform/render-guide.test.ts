import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { renderGuide } from '../../../src/platform/operations/render-guide';
import { packageRoot } from '../../../src/platform/package-root';

const folder = join(packageRoot, 'docs');
const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.md'));
const paths = new Set([...files.map((file) => file.replace(/\.md$/, '')), ...listImages()]);
const place = { folder: '.', basePath: '/docs/guides', has: (path: string) => paths.has(path) };

function listImages(): string[] {
  return readdirSync(join(folder, 'images')).map((file) => `images/${file}`);
}

const pages = new Map(
  files.map((file) => [
    `/docs/guides/${file.replace(/\.md$/, '')}`.replace(/README$/, ''),
    renderGuide(readFileSync(join(folder, file), 'utf8'), { ...place, folder: posix.dirname(file) }),
  ]),
);

it('leads to headings and pages that exist, from every page', () => {
  const links = [...pages].flatMap(([from, page]) =>
    [...page.matchAll(/<a href="([^"]*)"/g)].map(([, link = '']) => ({ from, link })),
  );
  const broken = links.filter(({ from, link }) => {
    const [path = '', anchor] = link.split('#');
    if (path === '/' || path === '/docs/' || /^https:/.test(path)) return false;
    const page = pages.get(path || from);
    return page === undefined || (anchor !== undefined && !page.includes(` id="${anchor}"`));
  });

  expect(links.length).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});

it('shows the text of a link to a file that is not served', () => {
  const page = renderGuide('See [the **rules**](../CONTRIBUTING.md#tests) and [it](ingestion.md#x).', place);

  expect(page).toContain(
    '<p>See the <strong>rules</strong> and <a href="/docs/guides/ingestion#x">it</a>.</p>',
  );
});

it('shows tags as text, and links no script', () => {
  const page = renderGuide('<img src=x onerror=alert(1)> [a](javascript:alert(1))', place);

  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; [a](javascript:alert(1))');
});

it('numbers equal headings', () => {
  expect(renderGuide('## A b\n\n## A b', place)).toMatch(/id="a-b".*id="a-b-1"/s);
});
