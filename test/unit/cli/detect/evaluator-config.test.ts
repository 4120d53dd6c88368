import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EvaluatorChoice, readEvaluatorConfig } from '../../../../src/cli/detect/evaluator-choice';
import { runDetect } from '../../../../src/cli/detect.command';
import { runMeasure } from '../../../../src/cli/measure.command';
import { makeFinding } from '../../../support/judges';
import { ModelServer, type Script } from '../../../support/model-server';

const folder = mkdtempSync(join(tmpdir(), 'assay-evaluator-config-'));
const at = (name: string): string => join(folder, name);
const server = new ModelServer();
beforeAll(() => server.start());
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

function written(name: string, content: unknown): string {
  writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content));
  return at(name);
}

/** The choice of a judge whose config is in a file. */
function judgeWith(config: unknown, more: Partial<EvaluatorChoice> = {}): EvaluatorChoice {
  return { evaluator: 'llm_judge', evaluatorConfig: written('config.json', config), ...more };
}

describe('readEvaluatorConfig', () => {
  it('reads the config that the API takes, with its defaults', () => {
    const config = { model: 'local/judge', context_tokens: 8_000, verify: true };

    expect(readEvaluatorConfig(judgeWith(config))).toEqual({
      config: { model: 'local/judge', timeoutMs: 60_000, contextTokens: 8_000, verify: true },
      traffic: null,
    });
  });

  it.each([
    ['in place of that of the file', { model: 'local/judge', verify: true }],
    ['where the file has none', { verify: true }],
  ])('uses the model that is given with the file, %s', (_, config) => {
    expect(readEvaluatorConfig(judgeWith(config, { model: 'local/other' }))).toMatchObject({
      config: { model: 'local/other', verify: true },
    });
  });

  it.each<[string, unknown, string]>([
    ['an unknown field', { model: 'local/judge', verfiy: true }, 'verfiy: unknown field'],
    ['a bad value', { model: 'local/judge', verify: 'yes' }, 'verify: expected true or false'],
    ['a value out of bounds', { model: 'local/judge', context_tokens: 1 }, 'context_tokens: should be'],
    ['no model', { verify: true }, 'model: missing'],
    ['a list', [], 'config: expected an object'],
    ['bad JSON', '{"model":\n"local/judge",\n}', 'config.json is not JSON: '],
  ])('says in one line what is wrong with %s', (_, config, why) => {
    const reading = () => readEvaluatorConfig(judgeWith(config));

    expect(reading).toThrow(why);
    expect(reading).toThrow(/^[^\n]*$/);
  });

  it('rejects a list, also with a model', () => {
    expect(() => readEvaluatorConfig(judgeWith([], { model: 'local/judge' }))).toThrow('expected an object');
  });

  it('says that a file is missing', () => {
    const choice: EvaluatorChoice = { evaluator: 'llm_judge', evaluatorConfig: at('absent') };

    expect(() => readEvaluatorConfig(choice)).toThrow(`${at('absent')} does not exist`);
  });

  it('reads the traffic of the embedded evaluator', () => {
    const choice = judgeWith({ traffic: 'agent' }, { evaluator: 'grounding' });

    expect(readEvaluatorConfig(choice)).toEqual({ config: null, traffic: 'agent' });
  });

  it('refuses the config of a judge for the embedded evaluator', () => {
    const choice = judgeWith({ model: 'local/judge' }, { evaluator: 'grounding' });

    expect(() => readEvaluatorConfig(choice)).toThrow('Invalid config of grounding: model: unknown field');
  });
});

describe('a command with the config of a judge', () => {
  const messages = [
    { role: 'user', content: 'I am in Nice.' },
    { role: 'assistant', content: 'You are in Lyon.' },
  ];
  const env = () => ({ MODEL_PROVIDERS: JSON.stringify([{ name: 'local', base_url: server.baseUrl }]) });
  const config = { model: 'local/judge', verify: true };
  /** Finds an issue that it does not confirm. */
  const doubtful: Script = ({ body }) => {
    const isVerification = String(body.messages.at(-1)?.content).includes('# Stretch that is said');
    const value = isVerification
      ? { reason: 'It holds.', confirmed: false }
      : { findings: [makeFinding('Lyon')] };
    return { kind: 'json', value };
  };

  it('has detect verify what it finds', async () => {
    server.on('judge', doubtful);
    const options = {
      in: written('in.jsonl', { messages }),
      out: at('out.jsonl'),
      failOn: 'issues',
    } as const;

    const code = await runDetect({ ...options, ...judgeWith(config), env: env() });

    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(at('out.jsonl'), 'utf8'))).toMatchObject({
      annotations: [],
      usage: { calls: 2 },
    });
  });

  it('has measure verify what it finds, and name the model', async () => {
    server.on('judge', doubtful);
    const data = written('data.jsonl', { messages, hallucinated: false, spans: [] });
    const print = jest.spyOn(process.stdout, 'write').mockReturnValue(true);

    const code = await runMeasure({ data, json: at('measured.json'), ...judgeWith(config), env: env() });

    print.mockRestore();
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(at('measured.json'), 'utf8'))).toMatchObject({
      model: 'local/judge',
      groups: [{ responses: { clean_flagged: { value: 0 } } }],
    });
  });
});
