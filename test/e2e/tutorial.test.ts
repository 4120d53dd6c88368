import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/platform/package-root';
import { blocksOf, runSteps, type Step, stepsOf } from '../support/shown-commands';

const PAGES = ['docs/tutorial.md', 'docs/rag-chatbot.md', 'docs/agent-with-tools.md'];
const PAGE_ADDRESS = 'http://127.0.0.1:3000';
const PAGE_LIMIT_MS = 120_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A checkout with a separate data folder, in which the demo runs as after the Quick start. */
class Checkout {
  readonly folder = mkdtempSync(join(tmpdir(), 'assay-tutorial-'));
  /** What the demo has printed. */
  printed = '';
  private demo: ChildProcess | null = null;
  private address = '';

  async startDemo(): Promise<void> {
    for (const name of readdirSync(packageRoot)) {
      if (name !== '.assay') symlinkSync(join(packageRoot, name), join(this.folder, name));
    }
    const program = join(packageRoot, 'dist/src/cli/main.js');
    if (!existsSync(program)) throw new Error('The service is not built: run `npm run build`');
    const { MONGODB_URI: _mongodb, TEMPORAL_ADDRESS: _temporal, ...inherited } = process.env;
    const demo = spawn(process.execPath, [program, 'demo'], {
      cwd: this.folder,
      env: { ...inherited, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.demo = demo;
    demo.stderr.on('data', (chunk) => {
      this.printed += String(chunk);
    });
    for await (const chunk of demo.stdout) {
      this.printed += String(chunk);
      this.address = this.printed.match(/^API +(http:\S+)$/m)?.[1] ?? '';
      if (this.printed.includes('The service runs until')) break;
    }
    if (this.address === '') throw new Error(`The demo did not start: ${this.printed}`);
  }

  /** Runs the commands of a page in one shell and returns what each step printed. */
  async run(steps: Step[]): Promise<string[]> {
    return runSteps(
      steps.map((step) => ({ ...step, commands: step.commands.replaceAll(PAGE_ADDRESS, this.address) })),
      { folder: this.folder, env: process.env, limitMs: PAGE_LIMIT_MS },
    );
  }

  async stop(): Promise<void> {
    const { demo } = this;
    if (demo !== null && demo.exitCode === null) {
      const exit = new Promise((resolve) => demo.once('exit', resolve));
      demo.kill('SIGTERM');
      await exit;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** JSON values that follow one another. */
async function parseValues(text: string): Promise<unknown> {
  const parsing = promisify(execFile)('jq', ['--slurp', '.']);
  parsing.child.stdin?.end(text);
  return JSON.parse((await parsing).stdout);
}

/** What a printed value has to match: ids and times may differ, `…` shortens a text, fields may be left out. */
function matcherOf(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(matcherOf);
  if (typeof shown === 'object' && shown !== null) {
    return expect.objectContaining(
      Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, matcherOf(value)])),
    );
  }
  if (typeof shown !== 'string') return shown;
  if (UUID.test(shown)) return expect.stringMatching(UUID);
  if (TIME.test(shown)) return expect.stringMatching(TIME);
  const cut = shown.indexOf('…');
  return cut < 0
    ? shown
    : { asymmetricMatch: (value: unknown) => String(value).startsWith(shown.slice(0, cut)) };
}

const checkout = new Checkout();

beforeAll(() => checkout.startDemo());
afterAll(() => checkout.stop());

it('begins after the Quick start of the README', () => {
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  const tutorial = readFileSync(join(packageRoot, 'docs/tutorial.md'), 'utf8');

  expect(readme).toContain('```sh\nnpm ci && npm run demo\n```');
  expect(tutorial).toContain('$ npm ci && npm run demo\n');
});

it('shows lines that the demo prints', () => {
  const shown = blocksOf('docs/tutorial.md').find(({ language }) => language === '')?.text ?? '';

  // Without times, table rows, which are narrower on the page, and what is shortened.
  const lines = shown.split('\n').filter((line) => line !== '' && !/…|\d s\b|[│┌]/.test(line));

  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !checkout.printed.includes(line))).toEqual([]);
});

describe.each(PAGES)('%s', (page) => {
  const steps = stepsOf(page);
  let printed: string[] = [];

  beforeAll(async () => {
    printed = await checkout.run(steps);
  }, PAGE_LIMIT_MS);

  it('shows the output of several commands', () => {
    expect(steps.filter(({ shown }) => shown !== null).length).toBeGreaterThan(3);
  });

  it.each(numbered(steps))('prints what it shows, block $number', async ({ shown, number }) => {
    const output = printed[number - 1] ?? '';
    if (shown.language === 'text') expect(output).toBe(shown.text);
    else expect(await parseValues(output)).toEqual(matcherOf(await parseValues(shown.text)));
  });
});

/** The steps that show an output, with their place among all blocks of commands. */
function numbered(steps: Step[]) {
  return steps.flatMap(({ shown }, index) => (shown === null ? [] : [{ shown, number: index + 1 }]));
}
