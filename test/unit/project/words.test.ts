import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { createRoutes } from '../../../src/api-server';
import { loadConfig } from '../../../src/config';
import { errorCatalog } from '../../../src/platform/errors/app-error';
import { buildOpenApi } from '../../../src/platform/openapi/build-openapi';
import { packageRoot } from '../../../src/platform/package-root';
import { connectTemporal } from '../../../src/platform/temporal/connection';
import { isGenerated } from '../../support/source-imports';
import { type CodeTexts, type Piece, readCodeTexts } from './code-texts';
import { pages, withoutFences } from './pages';
import { exceptions, findRefusedNames, findRefusedWords, refusedBound, refusedNames } from './refused-words';

const CODE = new Set(['.ts', '.tsx', '.js', '.mjs', '.cjs']);
const roots = ['src', 'workflows', 'activities', 'web/src', 'test', 'bench', 'publish', 'packages', 'docker'];

// The texts of generated files are those of the OpenAPI document, which are checked below.
const files = roots.flatMap((root) => listFiles(root)).filter((file) => !isGenerated(file));
const code = files
  .filter((file) => CODE.has(extname(file)))
  .map((file) => ({ file, texts: readCodeTexts(read(file), file.endsWith('x')) }));

function read(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8');
}

function listFiles(root: string): string[] {
  return readdirSync(join(packageRoot, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map(({ parentPath, name }) =>
      posix.join(root, posix.relative(join(packageRoot, root), join(parentPath, name))),
    );
}

/** One line for each refused word: file, line, word and what to write instead. */
function complaints(file: string, pieces: readonly Piece[]): string[] {
  return pieces.flatMap(({ line, text }) =>
    findRefusedWords(text)
      .filter(
        ({ index, word }) =>
          !isException(file, text.slice(Math.max(0, index - 80), index + word.length + 80)),
      )
      .map(({ index, word, instead }) => {
        const at = line + text.slice(0, index).split('\n').length - 1;
        return `${file}:${at}: "${word}" (${instead})`;
      }),
  );
}

function isException(file: string, context: string): boolean {
  return exceptions.some((exception) => exception.file === file && context.includes(exception.text));
}

const inCode = (select: (texts: CodeTexts) => readonly Piece[], root = ''): string[] =>
  code
    .filter(({ file }) => file.startsWith(root))
    .flatMap(({ file, texts }) => complaints(file, select(texts)));

/** The prose of a Markdown page: code, quoted output and addresses of links are not prose. */
function proseOf(page: string): Piece[] {
  const prose = withoutFences(page).replace(/`[^`\n]*`|\]\([^)\n]*\)/g, (text) => ' '.repeat(text.length));
  return [{ line: 1, text: prose }];
}

/** The summaries and descriptions of a JSON document, with their paths as the text's place. */
function describedIn(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && (key === 'summary' || key === 'description')
      ? [{ path: `${path}.${key}`, text: inner }]
      : describedIn(inner, `${path}.${key}`),
  );
}

describe('the vocabulary', () => {
  it('holds in comments', () => {
    expect(inCode(({ comments }) => comments)).toEqual([]);
  });

  it('holds in comments of style sheets', () => {
    const sheets = files.filter((file) => file.endsWith('.css'));
    const found = sheets.flatMap((file) =>
      [...read(file).matchAll(/\/\*[\s\S]*?\*\//g)].flatMap(({ index, 0: text }) =>
        complaints(file, [{ line: read(file).slice(0, index).split('\n').length, text }]),
      ),
    );

    expect(found).toEqual([]);
  });

  it('holds in the texts of the dashboard', () => {
    const isProse = ({ text }: Piece) => /\s|[A-Z]/.test(text.slice(1, -1));

    expect(inCode(({ strings }) => strings.filter(isProse), 'web/src/')).toEqual([]);
  });

  it('holds in error messages', () => {
    const titles = Object.entries(errorCatalog).flatMap(([name, { title }]) =>
      complaints(`errorCatalog.${name}`, [{ line: 1, text: title }]),
    );
    const messages = ['src/', 'workflows/', 'activities/'].flatMap((root) =>
      inCode(({ errors }) => errors, root),
    );

    expect([...titles, ...messages]).toEqual([]);
  });

  it('holds in the help of commands', () => {
    expect(inCode(({ help }) => help, 'src/')).toEqual([]);
  });

  it('holds in the OpenAPI document', () => {
    const config = loadConfig({ SECRET_KEY: 'unused while the document is written' });
    const routes = createRoutes(config, connectTemporal(config.temporal));
    const document = buildOpenApi(routes, { version: '0.0.0', maxBodyBytes: config.maxBodyBytes });
    const found = describedIn(document, 'openapi').flatMap(({ path, text }) =>
      complaints(path, [{ line: 1, text }]),
    );

    expect(found).toEqual([]);
  });

  it('holds in the comments of .env.example', () => {
    const values = /^[^#\n].*$/gm;

    expect(complaints('.env.example', [{ line: 1, text: read('.env.example').replace(values, '') }])).toEqual(
      [],
    );
  });

  it.each(pages)('holds in %s', (page) => {
    expect(complaints(page, proseOf(read(page)))).toEqual([]);
  });

  it('holds in names', () => {
    const describe = (place: string, name: string) =>
      findRefusedNames(name).map((word) => `${place}: ${name} has "${word}" (${refusedNames.get(word)})`);
    const ofFiles = files.flatMap((file) => describe(file, posix.basename(file)));
    const ofCode = code.flatMap(({ file, texts }) =>
      texts.identifiers.flatMap(({ line, text }) => describe(`${file}:${line}`, text)),
    );

    expect([...new Set([...ofFiles, ...ofCode])]).toEqual([]);
  });

  it('names bounds max and min', () => {
    const found = code.flatMap(({ file, texts }) =>
      texts.identifiers
        .filter(({ text }) => refusedBound.test(text))
        .map(({ line, text }) => `${file}:${line}: ${text} (MAX_ or MIN_, unit last)`),
    );

    expect([...new Set(found)]).toEqual([]);
  });

  it('needs every exception', () => {
    const unused = exceptions.filter(({ file, text }) => !read(file).includes(text));

    expect(unused).toEqual([]);
  });
});

describe('readCodeTexts', () => {
  const refusedIn = (source: string, isJsx = false) => {
    const texts = readCodeTexts(source, isJsx);
    return texts.comments.flatMap(({ line, text }) =>
      findRefusedWords(text).map(({ word }) => `${line} ${word}`),
    );
  };

  it('finds a refused word in a comment, with its line', () => {
    expect(refusedIn('const a = 1;\n/** Answers a value. */\nconst b = 2; // kept')).toEqual([
      '2 Answers',
      '3 kept',
    ]);
  });

  it('counts lines in characters of any length', () => {
    expect(refusedIn("const a = 'ferry – 渡し船 – 🚢';\n// anew")).toEqual(['2 anew']);
  });

  it('finds none in code, literals, patterns and JSX text', () => {
    const source = [
      'const kept = answer;',
      "const data = 'https://nobody.test // kept';",
      'const more = `kept /* anew */ \u0024{answer} // told`;',
      'const pattern = /\\/\\/ kept|[/*] anew/;',
      'const page = <p title="told">Don\'t // kept {answer}</p>;',
    ];

    expect(refusedIn(source.join('\n'), true)).toEqual([]);
  });

  it('finds a comment inside a template and JSX', () => {
    expect(refusedIn('const a = `\u0024{b /* kept */}`;')).toEqual(['1 kept']);
    expect(refusedIn('const a = <p>{b /* kept */}</p>;', true)).toEqual(['1 kept']);
  });

  it('separates messages of errors and help of commands from other literals', () => {
    const { errors, help, strings } = readCodeTexts(
      "throw new AppError('conflict', `kept \u0024{a}`); program.description('what it does'); other('data');",
      false,
    );
    const textsOf = (pieces: Piece[]) => pieces.map(({ text }) => text).filter((text) => text !== '');

    expect(textsOf(errors)).toEqual(["'conflict'", 'kept ']);
    expect(textsOf(help)).toEqual(["'what it does'"]);
    expect(textsOf(strings)).toEqual(["'conflict'", 'kept ', "'what it does'", "'data'"]);
  });
});

describe('findRefusedWords', () => {
  it.each([
    'at least one, at most two',
    'question answering',
    'besides',
    'unanswered',
    'amended',
    'going onwards',
    'cancelled',
    'analyses',
    'optimistic',
    'parameters',
  ])('finds none in "%s"', (text) => {
    expect(findRefusedWords(text)).toEqual([]);
  });

  it.each([
    'Answers null',
    'nobody',
    'a key of its own',
    'given up',
    'stands for',
    'goes on',
    'beside it',
    'Behaviours',
    'unlabelled',
    'to normalise',
    'e-mail',
  ])('finds one in "%s"', (text) => {
    expect(findRefusedWords(text)).toHaveLength(1);
  });
});

describe('findRefusedNames', () => {
  it('splits identifiers and file names', () => {
    expect(
      ['claimDesk', 'createRunDialogue', 'BRIEF_PATIENCE_MS', 'claim-desk.ts'].flatMap(findRefusedNames),
    ).toEqual(['desk', 'dialogue', 'patience', 'desk']);
    expect(['desktop', 'momentum', 'accompany'].flatMap(findRefusedNames)).toEqual([]);
  });
});
