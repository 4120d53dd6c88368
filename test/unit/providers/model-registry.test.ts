import { createModelRegistry, isFree } from '../../../src/providers/model-registry';
import { type ProviderSettings, parseProviders } from '../../../src/providers/provider-config';
import { ModelServer } from '../../support/model-server';

const named = (name: string) => ({ name, base_url: `http://localhost:1/${name}` });

function makeRegistry(...names: string[]) {
  return createModelRegistry(parseProviders({ MODEL_PROVIDERS: JSON.stringify(names.map(named)) }));
}

describe('createModelRegistry', () => {
  it.each([
    ['gpt-4o', 'openai', 'gpt-4o'],
    ['openai/gpt-4o', 'openai', 'gpt-4o'],
    ['lab/llama', 'lab', 'llama'],
    ['lab/eu/llama', 'lab/eu', 'llama'],
    ['lab/meta/llama', 'lab', 'meta/llama'],
    ['meta-llama/Llama-3.3', 'openai', 'meta-llama/Llama-3.3'],
    ['labs/llama', 'openai', 'labs/llama'],
    ['embedded/extractive', 'embedded', 'extractive'],
  ])('resolves %s to provider %s and model %s', (name, provider, model) => {
    expect(makeRegistry('openai', 'lab', 'lab/eu').resolve(name)).toMatchObject({ provider, model });
  });

  it.each(['gpt-4o', 'other/gpt-4o', 'lab/', '', 'embedded/other'])(
    'rejects %j without a default provider',
    (name) => {
      let error: unknown;
      try {
        makeRegistry('lab').resolve(name);
      } catch (thrown) {
        error = thrown;
      }

      expect(error).toMatchObject({
        code: 'model_unknown',
        input: name,
        message: expect.stringContaining('lab/<model>, embedded/extractive'),
      });
    },
  );

  it('always resolves the embedded model', () => {
    expect(makeRegistry().resolve('embedded/extractive').provider).toBe('embedded');
  });

  it('lists configured models that have a name, and those of the price list for OpenAI itself', () => {
    const price = { input_per_1m_usd: 1, output_per_1m_usd: 2 };
    const MODEL_PROVIDERS = JSON.stringify([{ ...named('lab'), models: { llama: price, '': price } }]);
    const namesWith = (settings: ProviderSettings) =>
      createModelRegistry(parseProviders({ MODEL_PROVIDERS, ...settings }))
        .list()
        .map(({ name }) => name);

    expect(namesWith({})).toEqual(['lab/llama', 'embedded/extractive']);
    expect(namesWith({ OPENAI_BASE_URL: 'http://localhost:1/v1' })).toEqual(namesWith({}));
    expect(namesWith({ OPENAI_API_KEY: 'sk-test' })).toEqual(
      expect.arrayContaining(['gpt-4.1-mini', 'lab/llama', 'embedded/extractive']),
    );
  });

  it('reports which models are free', () => {
    const price = (input: number, output: number) => ({ input_per_1m_usd: input, output_per_1m_usd: output });
    const models = { own: price(0, 0), reading: price(1, 0), writing: price(0, 1) };
    const settings = { MODEL_PROVIDERS: JSON.stringify([{ ...named('lab'), models }]) };
    const registry = createModelRegistry(parseProviders(settings));
    const names = [
      'lab/own',
      'lab/reading',
      'lab/writing',
      'lab/unpriced',
      'removed/own',
      'embedded/extractive',
    ];

    expect(names.filter((name) => isFree(registry, name))).toEqual(['lab/own', 'embedded/extractive']);
  });

  it('shares the permits of a provider between its models', async () => {
    const server = new ModelServer();
    await server.start();
    server.otherwise({ kind: 'slow', ms: 20, next: { kind: 'echo' } });
    const entry = { name: 'lab', base_url: server.baseUrl, max_concurrency: 1 };
    const registry = createModelRegistry(parseProviders({ MODEL_PROVIDERS: JSON.stringify([entry]) }));
    const request = {
      messages: [{ role: 'user' as const, name: null, parts: [{ type: 'text' as const, content: 'hi' }] }],
      tools: [],
      reasoningConfig: null,
      replySchema: null,
    };

    await Promise.all(
      ['lab/a', 'lab/b', 'lab/a'].map((name) =>
        registry.resolve(name).generate(request, { signal: new AbortController().signal }),
      ),
    );
    await server.stop();

    expect(server.maxInFlight).toBe(1);
  });
});
