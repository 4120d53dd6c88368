import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { describeJsonFault } from '../platform/http/json-fault';
import { parseSettings } from '../platform/settings/parse-settings';
import type { ModelPrice } from './prices';

/** An OpenAI-compatible endpoint. All its models share its permits and its API key. */
export interface ProviderConfig {
  name: string;
  /** Without a trailing slash; `/chat/completions` is appended. */
  baseUrl: string;
  /** Null for servers that need none. */
  apiKey: string | null;
  prices: ReadonlyMap<string, ModelPrice>;
  /** Concurrent calls of a process; null: as many as the provider accepts. */
  maxConcurrency: number | null;
  timeoutMs: number;
}

/** The environment variables that configure providers. An empty string means not set. */
export interface ProviderSettings {
  OPENAI_BASE_URL?: string | undefined;
  OPENAI_API_KEY?: string | undefined;
  /** A JSON array of providers, or the path of a file that contains one. */
  MODEL_PROVIDERS?: string | undefined;
}

/** The provider whose models need no prefix. */
export const defaultProviderName = 'openai';
/** The provider name of built-in models, reserved. */
export const embeddedProviderName = 'embedded';

const usdPer1m = z.number().nonnegative();

const priceSchema = z.strictObject({
  input_per_1m_usd: usdPer1m,
  output_per_1m_usd: usdPer1m,
  cached_input_per_1m_usd: usdPer1m.optional(),
});

/** One entry of MODEL_PROVIDERS. */
export const providerSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/, 'letters, digits and . _ / - only')
      .refine((name) => name !== embeddedProviderName, `"${embeddedProviderName}" is built in`),
    base_url: z.url({ protocol: /^https?$/ }),
    api_key: z.string().min(1).nullable().default(null),
    models: z.record(z.string(), priceSchema).default({}),
    max_concurrency: z.int().min(1).nullable().default(null),
    timeout_ms: z.int().min(1).max(1_500_000).default(60_000),
  })
  .transform((entry): ProviderConfig => {
    const prices = Object.entries(entry.models).map(([model, price]): [string, ModelPrice] => [
      model,
      toPrice(price),
    ]);
    return {
      name: entry.name,
      baseUrl: entry.base_url.replace(/\/+$/, ''),
      apiKey: entry.api_key,
      prices: new Map(prices),
      maxConcurrency: entry.max_concurrency,
      timeoutMs: entry.timeout_ms,
    };
  });

function toPrice(price: z.output<typeof priceSchema>): ModelPrice {
  const { input_per_1m_usd: input, output_per_1m_usd: output, cached_input_per_1m_usd: cached } = price;
  return {
    inputPer1mUsd: input,
    outputPer1mUsd: output,
    ...(cached !== undefined && { cachedInputPer1mUsd: cached }),
  };
}

const providerListSchema = z
  .array(providerSchema)
  .refine(
    (providers) => new Set(providers.map(({ name }) => name)).size === providers.length,
    'two providers have the same name',
  );

/**
 * The configured providers. `openai` exists if OPENAI_BASE_URL or OPENAI_API_KEY is set. An entry of that
 * name in MODEL_PROVIDERS replaces it, for example to set its prices and limits.
 * @throws Error that names the invalid setting and never quotes its value, which may contain a key.
 */
export function parseProviders(settings: ProviderSettings): ProviderConfig[] {
  const providers = settings.MODEL_PROVIDERS ? parseNamed(settings.MODEL_PROVIDERS) : [];
  const isReplaced = providers.some(({ name }) => name === defaultProviderName);
  const isSet = Boolean(settings.OPENAI_BASE_URL || settings.OPENAI_API_KEY);
  return isSet && !isReplaced ? [parseDefault(settings), ...providers] : providers;
}

function parseDefault(settings: ProviderSettings): ProviderConfig {
  const result = providerSchema.safeParse({
    name: defaultProviderName,
    base_url: settings.OPENAI_BASE_URL || 'https://api.openai.com/v1',
    api_key: settings.OPENAI_API_KEY || null,
  });
  if (!result.success) throw new Error('OPENAI_BASE_URL must be an http or https URL');
  return result.data;
}

function parseNamed(setting: string): ProviderConfig[] {
  const isInline = setting.trimStart().startsWith('[');
  const list = parseJson(isInline ? setting : readProviders(setting));
  return parseSettings(providerListSchema, list, { title: 'Invalid MODEL_PROVIDERS:', whole: 'list' });
}

function readProviders(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The original error quotes the path, which is a secret if a key was pasted by mistake.
    throw new Error('MODEL_PROVIDERS must be a JSON array or the path of a readable file');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text around the error, which may be a key.
    throw new Error(`MODEL_PROVIDERS is not JSON: ${describeJsonFault(text)}`);
  }
}
