import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import { pages } from './pages';
import { listSentences, MAX_WORDS } from './sentences';

it.each(pages)('%s has sentences of at most 25 words', (page) => {
  const text = readFileSync(join(packageRoot, page), 'utf8');
  const long = listSentences(text)
    .filter(({ wordCount }) => wordCount > MAX_WORDS)
    .map(({ line, wordCount, text: sentence }) => `${page}:${line}: ${wordCount} words: ${sentence}`);

  expect(long).toEqual([]);
});

describe('listSentences', () => {
  const countsOf = (page: string) => listSentences(page).map(({ line, wordCount }) => [line, wordCount]);

  it('separates sentences, list items and table cells, with their lines', () => {
    expect(countsOf('# One\n\nOne two\nthree. Four\nfive.\n\n- six\n- seven eight')).toEqual([
      [3, 3],
      [4, 2],
      [7, 1],
      [8, 2],
    ]);
    expect(listSentences('| one two | three. Four |').filter(({ wordCount }) => wordCount > 0)).toEqual([
      { line: 1, wordCount: 2, text: 'one two' },
      { line: 1, wordCount: 1, text: 'three.' },
      { line: 1, wordCount: 1, text: 'Four' },
    ]);
  });

  it('counts a code span and the text of a link, and no code block', () => {
    expect(countsOf('Run `npm run\nbuild now` or [read this](a/b c.md).\n\n```sh\nnpm ci\n```')).toEqual([
      [1, 5],
    ]);
  });

  it('begins a sentence with code, and counts what follows a colon in lower case', () => {
    expect(countsOf('One two. `three` four: five six.')).toEqual([
      [1, 2],
      [1, 4],
    ]);
  });
});
