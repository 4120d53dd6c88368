import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { Router } from 'express';
import { renderGuide } from './render-guide';

/** Where the guides are served. */
export const GUIDES_PATH = '/docs/guides';

/** No script, and nothing of other sites. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const INDEX = 'README';

/** The pages and images in the folder of the documentation, by path without `.md`, each with its file. */
function listGuides(folder: string): Map<string, string> {
  const files = existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : [];
  return new Map(
    files
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.(md|webp)$/.test(file))
      .map((file) => [file.replace(/\.md$/, ''), join(folder, file)]),
  );
}

/** The documentation as pages, rendered from its Markdown when first read. Serves nothing if the folder is absent. */
export function createGuides(folder: string): Router {
  const guides = Router();
  let listed: ReadonlyMap<string, string> | null = null;
  const rendered = new Map<string, string>();
  guides.get('/style.css', (_request, response) => {
    response.type('css').set('Cache-Control', 'no-cache').send(style);
  });
  guides.get('/icon.svg', (_request, response) => {
    response.type('svg').set('Cache-Control', 'no-cache').send(icon);
  });
  guides.use((request, response, next) => {
    listed ??= listGuides(folder);
    const files = listed;
    const path = request.path.slice(1) || INDEX;
    const name = files.has(path) ? path : posix.join(path, INDEX);
    const file = files.get(name);
    if (file === undefined || !['GET', 'HEAD'].includes(request.method)) {
      next('router');
      return;
    }
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
    if (extname(file) === '.webp') {
      response.sendFile(file, { cacheControl: false });
      return;
    }
    const place = {
      folder: posix.dirname(name),
      basePath: GUIDES_PATH,
      has: (other: string) => files.has(other),
    };
    const page = rendered.get(file) ?? renderGuide(readFileSync(file, 'utf8'), place);
    rendered.set(file, page);
    response.type('html').send(page);
  });
  return guides;
}

const style = `
:root { color-scheme: light dark; --text: light-dark(#1a1f27, #e6e9ee); --line: light-dark(#d9dde4, #2c343f);
  --soft: light-dark(#eef0f4, #1f252d); --link: light-dark(#2747b8, #8fa8ff); }
body { margin: 0 auto; padding: 1rem 1.25rem 4rem; max-width: 50rem; color: var(--text);
  background: light-dark(#fff, #0f1216); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 0.75rem; }
pre, code { font: 0.875rem/1.5 ui-monospace, monospace; background: var(--soft); border-radius: 4px; }
pre { padding: 0.75rem; overflow-x: auto; }
code { padding: 0.1em 0.25em; }
pre code { padding: 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.375rem 0.625rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
img { max-width: 100%; height: auto; }
:target { scroll-margin-top: 1rem; }
`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2747b8"/><path d="M8 10h16M8 22h16" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/><rect x="7" y="13.5" width="18" height="5" rx="1.5" fill="#ffb454"/></svg>`;
