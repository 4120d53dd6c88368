import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';

type Token = ReturnType<MarkdownIt['parse']>[number];

/** Where a page of the documentation is, to resolve its links. */
export interface GuidePlace {
  /** Of the page, in the documentation. */
  folder: string;
  /** Under which URL the documentation is served. */
  basePath: string;
  /** Whether the documentation has a page or image, by its path without `.md`. */
  has: (path: string) => boolean;
}

/** Without `html`, tags in the text are shown as text; URLs of scripts are no links. */
const markdown = new MarkdownIt({ html: false });
markdown.renderer.rules.table_open = () =>
  '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
const renderFence = markdown.renderer.rules.fence;
if (renderFence !== undefined) {
  // A scroll container must be reachable by keyboard.
  markdown.renderer.rules.fence = (...parameters) =>
    renderFence(...parameters).replace('<pre>', '<pre tabindex="0">');
}
markdown.renderer.rules.table_close = () => '</table></div>';

/** A page of the documentation as HTML. Headings have the ids that GitHub gives them, for links between pages. */
export function renderGuide(text: string, place: GuidePlace): string {
  const tokens = markdown.parse(text, {});
  addHeadingIds(tokens);
  for (const { children } of tokens) if (children !== null) resolveLinks(children, place);
  const title = markdown.utils.escapeHtml(/^# (.+)$/m.exec(text)?.[1] ?? 'Documentation');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Assay</title>
<link rel="icon" href="${place.basePath}/icon.svg">
<link rel="stylesheet" href="${place.basePath}/style.css">
</head>
<body>
<nav aria-label="Assay"><a href="/">Dashboard</a><a href="${place.basePath}/">Guides</a><a href="/docs/">API reference</a></nav>
<main>
${markdown.renderer.render(tokens, markdown.options, {})}</main>
</body>
</html>
`;
}

function addHeadingIds(tokens: Token[]): void {
  const counts = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const slug = toSlug(tokens[index + 1]?.content ?? '');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    token.attrSet('id', count === 0 ? slug : `${slug}-${count}`);
  }
}

function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Links lead to served pages; of a link to another file of the repository only the text stays. */
function resolveLinks(tokens: Token[], { folder, basePath, has }: GuidePlace): void {
  const isDropped: boolean[] = [];
  for (const token of tokens) {
    if (token.type === 'link_close' && isDropped.pop() === true) hide(token);
    const name = token.type === 'image' ? 'src' : 'href';
    const link = token.type === 'link_open' || token.type === 'image' ? token.attrGet(name) : null;
    if (link === null) continue;
    const [path = '', anchor] = link.split('#');
    const isElsewhere = path === '' || /^[a-z]+:/i.test(path);
    const target = posix.join(folder, path).replace(/\.md$/, '');
    const isServed = isElsewhere || has(target);
    if (token.type === 'link_open') isDropped.push(!isServed);
    if (!isServed) hide(token);
    else if (!isElsewhere) {
      const page = target.replace(/(^|\/)README$/, '$1');
      token.attrSet(name, `${basePath}/${page}${anchor === undefined ? '' : `#${anchor}`}`);
    }
  }
}

function hide(token: Token): void {
  token.type = 'text';
  token.content = '';
  token.tag = '';
}
