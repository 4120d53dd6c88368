import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseProviders } from '../../../src/providers/provider-config';

const groq = { name: 'groq', base_url: 'https://groq.example/v1/', api_key: 'secret-key' };

describe('parseProviders', () => {
  it('configures nothing by default', () => {
    expect(parseProviders({})).toEqual([]);
    expect(parseProviders({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '', MODEL_PROVIDERS: '' })).toEqual([]);
  });

  it('requires only a key for OpenAI', () => {
    expect(parseProviders({ OPENAI_API_KEY: 'k' })).toEqual([
      {
        name: 'openai',
        baseUrl: 'https://api.openai.com/v1',
        apiKey: 'k',
        prices: new Map(),
        maxConcurrency: null,
        timeoutMs: 60_000,
      },
    ]);
  });

  it('requires no key for a self-hosted server', () => {
    const [provider] = parseProviders({ OPENAI_BASE_URL: 'http://localhost:8000/v1' });

    expect(provider).toMatchObject({ name: 'openai', baseUrl: 'http://localhost:8000/v1', apiKey: null });
  });

  it('reads named providers with prices and limits', () => {
    const entry = {
      ...groq,
      models: { llama: { input_per_1m_usd: 0.5, output_per_1m_usd: 1 } },
      max_concurrency: 2,
      timeout_ms: 500,
    };

    expect(parseProviders({ MODEL_PROVIDERS: JSON.stringify([entry]) })).toEqual([
      {
        name: 'groq',
        baseUrl: 'https://groq.example/v1',
        apiKey: 'secret-key',
        prices: new Map([['llama', { inputPer1mUsd: 0.5, outputPer1mUsd: 1 }]]),
        maxConcurrency: 2,
        timeoutMs: 500,
      },
    ]);
  });

  it('reads named providers from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'providers-'));
    const path = join(folder, 'providers.json');
    writeFileSync(path, JSON.stringify([groq]));

    const names = parseProviders({ OPENAI_API_KEY: 'k', MODEL_PROVIDERS: path }).map(({ name }) => name);
    rmSync(folder, { recursive: true });

    expect(names).toEqual(['openai', 'groq']);
  });

  it('prefers an entry named openai over the environment', () => {
    const entry = { ...groq, name: 'openai' };

    const providers = parseProviders({ OPENAI_API_KEY: 'k', MODEL_PROVIDERS: JSON.stringify([entry]) });

    expect(providers.map(({ baseUrl }) => baseUrl)).toEqual(['https://groq.example/v1']);
  });

  it.each([
    ['broken JSON', '[{"api_key": secret-key'],
    ['a missing file', '/nowhere/secret-key.json'],
    ['a file name that is an object', JSON.stringify(groq)],
    ['an unknown setting', JSON.stringify([{ ...groq, retries: 3 }])],
    ['two of one name', JSON.stringify([groq, groq])],
    ['the name of the built-in models', JSON.stringify([{ ...groq, name: 'embedded' }])],
    ['an address that is none', JSON.stringify([{ ...groq, base_url: 'groq.example' }])],
    ['no permits', JSON.stringify([{ ...groq, max_concurrency: 0 }])],
  ])('rejects %s without quoting a key', (_case, setting) => {
    let message = '';
    try {
      parseProviders({ MODEL_PROVIDERS: setting });
    } catch (error) {
      message = String((error as Error).message) + String((error as Error).cause ?? '');
    }

    expect(message).toContain('MODEL_PROVIDERS');
    expect(message).not.toContain('secret-key');
  });

  it('rejects an invalid default URL', () => {
    expect(() => parseProviders({ OPENAI_BASE_URL: 'localhost' })).toThrow('OPENAI_BASE_URL');
  });
});
