import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { checkConfidence, defaultLabels } from '../../../packages/detector';
import { fromOpenAI, type OpenAIMessage, timeSchema } from '../../../packages/formats';
import { loadConfig } from '../../../src/config';
import { toAnnotationWire } from '../../../src/conversations/evaluations/evaluation.schema';
import { noVerdictReasons, type Verdict } from '../../../src/conversations/evaluations/verdict';
import { createGroundingEvaluator } from '../../../src/evaluation/evaluators/grounding-evaluator';
import { judge } from '../../../src/evaluation/judgment/judge';
import { metricsSchema, statusSummarySchema } from '../../../src/experiments/wire/experiment.schema';
import { type ErrorCode, errorCatalog } from '../../../src/platform/errors/app-error';
import { parseWith } from '../../../src/platform/http/problems';
import { uuidSchema } from '../../../src/platform/http/schemas';
import { packageRoot } from '../../../src/platform/package-root';
import { findPrice } from '../../../src/providers/prices';
import { parseProviders, providerSchema } from '../../../src/providers/provider-config';
import { pages } from './pages';

const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8');

const trackedFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: packageRoot,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const trackedFolders = new Set(trackedFiles.flatMap((file) => file.split('/').slice(0, -1).slice(0, 1)));

/** The rows of the first table after a heading, without its head; cells without backticks. */
function tableAfter(file: string, heading: string): string[][] {
  const [, section] = read(file).split(`\n${heading}\n`);
  const lines = section?.split('\n') ?? [];
  const start = lines.findIndex((line) => line.startsWith('|'));
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start + 2, start + length).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

/** The first cells of a table. */
const namesAfter = (file: string, heading: string): string[] =>
  tableAfter(file, heading).map(([name = '']) => name);

/** What the code blocks of a language hold. */
function codeBlocks(file: string, language: string): string[] {
  return [...read(file).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
}

describe('README.md', () => {
  it('has at most 150 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });
});

describe('settings', () => {
  const example = parseEnv(read('.env.example')) as Record<string, string>;

  it('are in .env.example, all that the service reads and no others', () => {
    const settings = new Set(
      [...read('src/config.ts').matchAll(/\benv\.([A-Z_]+)/g)].map(([, name]) => name),
    );

    expect(Object.keys(example).sort()).toEqual([...settings].sort());
  });

  it('have in .env.example the value they have when it is not set', () => {
    const SECRET_KEY = 'given, so that none is generated';

    expect(loadConfig({ ...example, SECRET_KEY })).toEqual(loadConfig({ SECRET_KEY }));
  });

  it('are in docs/configuration.md with the same defaults', () => {
    const documented = tableAfter('docs/configuration.md', '## Settings').map(([name, value]) => [
      name,
      value === 'unset' ? '' : value,
    ]);

    expect(documented.sort()).toEqual(Object.entries(example).sort());
  });
});

describe('docs/errors.md', () => {
  it('has every error code with its status', () => {
    const documented = tableAfter('docs/errors.md', '## Codes').map(([type, status]) => [
      type,
      Number(status),
    ]);

    expect(documented).toEqual(Object.entries(errorCatalog).map(([type, { status }]) => [type, status]));
  });

  it('sorts the codes of providers into their retry classes', () => {
    const classes = tableAfter('docs/errors.md', '## Retries of experiment items').map(
      ([name, , codes = '']) => [
        name,
        codes.split(', ').map((code) => errorCatalog[code as ErrorCode]?.retry),
      ],
    );

    expect(classes).toEqual([
      ['never', ['never', 'never', 'never']],
      ['transient', ['transient']],
      ['wait', ['wait']],
      ['transient, of a provider that is down', ['transient', 'transient']],
    ]);
  });

  it('has every type of validation error', () => {
    const produced = validationFaults.map(([schema, input, source = 'body']) => {
      const checked = parseWith(z.strictObject({ field: schema }), input, source);
      return checked.ok ? 'accepted' : checked.problems[0]?.type;
    });

    expect(namesAfter('docs/errors.md', '## Validation types').sort()).toEqual(
      [...produced, 'json_invalid'].sort(),
    );
  });
});

/** For each type of validation error a schema and an input that has it. */
const validationFaults: [schema: z.ZodType, input: unknown, source?: 'body' | 'query'][] = [
  [z.string(), {}],
  [z.string(), { field: '', other: 1 }],
  [z.string(), { field: 1 }],
  [z.int(), { field: true }],
  [z.int(), { field: 'one' }],
  [z.int(), { field: 1.5 }],
  [z.number(), { field: true }],
  [z.number(), { field: 'one' }, 'query'],
  [z.boolean(), { field: 1 }],
  [z.boolean(), { field: 'maybe' }],
  [z.array(z.string()), { field: 'one' }],
  [z.object({}), { field: 'one' }],
  [z.string().min(2), { field: 'x' }],
  [z.string().max(2), { field: 'xyz' }],
  [z.array(z.string()).min(1), { field: [] }],
  [z.array(z.string()).max(1), { field: ['x', 'y'] }],
  [z.number().gt(1), { field: 1 }],
  [z.number().gte(1), { field: 0 }],
  [z.number().lt(1), { field: 1 }],
  [z.number().lte(1), { field: 2 }],
  [z.enum(['one']), { field: 'two' }],
  [uuidSchema, { field: 'x' }],
  [timeSchema, { field: 'today' }],
  [z.string().regex(/^x$/), { field: 'y' }],
  [z.string().refine(() => false), { field: 'x' }],
];

describe('docs/metrics.md', () => {
  it('defines every metric', () => {
    expect(namesAfter('docs/metrics.md', '## Fields').sort()).toEqual(
      Object.keys(metricsSchema.shape).sort(),
    );
  });

  it('defines every counter', () => {
    expect(namesAfter('docs/metrics.md', '## Counters')).toEqual(Object.keys(statusSummarySchema.shape));
  });
});

describe('docs/providers.md', () => {
  const [example = ''] = codeBlocks('docs/providers.md', 'json');

  it('shows providers that the service accepts', () => {
    const [first] = parseProviders({ MODEL_PROVIDERS: example });

    expect(first).toMatchObject({ name: 'groq', maxConcurrency: 8, timeoutMs: 30_000 });
  });

  it('has every field of a provider, with its default', () => {
    const fields = tableAfter('docs/providers.md', '## Settings').map(([name, value]) => [name, value]);
    const defaults = providerSchema.in.parse({ name: 'a', base_url: 'http://a.example' });

    expect(fields).toEqual(
      Object.entries(defaults).map(([name, value]) => [
        name,
        ['name', 'base_url'].includes(name) ? 'required' : JSON.stringify(value),
      ]),
    );
  });

  it('lists prices as they are applied', () => {
    const listed = tableAfter('docs/providers.md', '## Tokens and cost');

    expect(listed.length).toBeGreaterThan(0);
    for (const [model = '', input, output, cached] of listed) {
      expect([model, findPrice(model, new Map())]).toEqual([
        model,
        {
          inputPer1mUsd: Number(input),
          outputPer1mUsd: Number(output),
          ...(cached !== '–' && { cachedInputPer1mUsd: Number(cached) }),
        },
      ]);
    }
  });
});

describe('docs/detection.md', () => {
  it('has the labels of a new workspace', () => {
    expect(namesAfter('docs/detection.md', '## Labels')).toEqual(defaultLabels.map(({ name }) => name));
  });

  it('has every reason for no verdict', () => {
    expect(namesAfter('docs/detection.md', '## No verdict')).toEqual([...noVerdictReasons]);
  });

  it('shows the annotations that its example gets', async () => {
    const [request = '', annotations = ''] = codeBlocks('docs/detection.md', 'json');
    const verdict = await ground(JSON.parse(request).messages);

    expect('annotations' in verdict && verdict.annotations.map(toAnnotationWire)).toEqual(
      JSON.parse(annotations),
    );
  });
});

describe('docs/embedded-evaluator.md', () => {
  it('has the rule-based checks with their confidence', () => {
    const checks = tableAfter('docs/embedded-evaluator.md', '## The rule-based checks').map(
      ([name, , , confidence]) => [name, Number(confidence)],
    );

    expect(checks).toEqual(Object.entries(checkConfidence));
  });

  it.each([
    ['swapped roles', 'Bo Kerr sold the mill to Ada Vane.', 0],
    ['a negation', 'Ada Vane did not sell the mill.', 0],
    ['a whole number up to ten', 'The mill has 7 floors.', 0],
    ['a code block', '```\nprice = 9999\n```', 0],
    ['a correct sum', 'Two such mills cost 8400 crowns.', 1],
    ['a name that is common knowledge', 'Ada Vane, who lives in Europe, sold the mill.', 1],
  ])('says what grounding makes of %s', async (_case, content, count) => {
    const verdict = await ground([
      { role: 'system', content: 'Ada Vane sold the mill to Bo Kerr for 4200 crowns. It has four floors.' },
      { role: 'user', content: 'Who sold it?' },
      { role: 'assistant', content },
    ]);

    expect('annotations' in verdict && verdict.annotations.length).toBe(count);
  });

  it('says that grounding cannot judge the reply to a bare question', async () => {
    const verdict = await ground([
      { role: 'user', content: 'How many people live in Paris?' },
      { role: 'assistant', content: 'Paris has 2161000 inhabitants.' },
    ]);

    expect(verdict).toMatchObject({ status: 'not_judgeable', reason: 'no_evidence' });
  });
});

function ground(messages: OpenAIMessage[]): Promise<Verdict> {
  return judge(
    createGroundingEvaluator(),
    {
      messages: messages.map(fromOpenAI),
      tools: [],
      issueConfig: { labels: [...defaultLabels], domainContext: null },
    },
    { signal: new AbortController().signal },
  );
}

describe('every page', () => {
  it.each(pages)('%s links to what exists', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    const broken = targets.filter(([, file = '', anchor]) => {
      const target = file === '' ? page : join(dirname(page), file);
      return (
        !existsSync(join(packageRoot, target)) ||
        (anchor !== undefined && !anchorsOf(target).includes(anchor))
      );
    });

    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it.each(pages)('%s names files that exist', (page) => {
    expect(absentPaths(read(page))).toEqual([]);
  });

  it.each(pages)('%s names scripts that exist', (page) => {
    const named = [...read(page).matchAll(/npm run (?:--workspace (\w+) )?([\w:-]+)/g)];
    const absent = named.filter(([, workspace = '.', name = '']) => {
      const { scripts } = JSON.parse(read(join(workspace, 'package.json')));
      return !Object.hasOwn(scripts, name);
    });

    expect(absent.map(([command]) => command)).toEqual([]);
  });
});

it('shows each image of the documentation', () => {
  const shown = pages.flatMap((page) =>
    [...read(page).matchAll(/images\/([\w-]+\.\w+)\)/g)].map(([, image]) => image),
  );

  expect(readdirSync(join(packageRoot, 'docs/images')).filter((image) => !shown.includes(image))).toEqual([]);
});

it('finds a path in backticks that does not exist', () => {
  const text =
    'See `src/absent.ts`, `docs/absent/`, `src/config.ts`, `docs/`, `test/e2e/<resource>.test.ts`, `x/y`.';

  expect(absentPaths(text)).toEqual(['src/absent.ts', 'docs/absent/']);
});

/** The paths in backticks that begin like those of the repository and are none. */
function absentPaths(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => startsInRepository(path) && !trackedFiles.some(matches(path)));
}

/** Whether the text is a path below one of the repository's folders. */
function startsInRepository(path: string): boolean {
  return trackedFolders.has(path.split('/')[0] ?? '') && path.includes('/');
}

/** Matches files by a path of a file or folder, in which `<name>` is any part of a name. */
function matches(path: string): (file: string) => boolean {
  const parts = path.replace(/\/$/, '').split(/<[\w-]+>/);
  const pattern = parts.map((part) => part.replaceAll('.', '\\.')).join('[^/]+');
  return (file) => new RegExp(`^${pattern}(/|$)`).test(file);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
