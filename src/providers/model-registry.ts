import { AppError } from '../platform/errors/app-error';
import type { ChatModel } from './chat-model';
import { extractiveModel } from './extractive-model';
import { OpenAIChatModel, ProviderClient } from './openai-chat-model';
import { listedModels } from './prices';
import { defaultProviderName, type ProviderConfig } from './provider-config';

export interface ModelRegistry {
  /**
   * Resolves `provider/model`, or the bare name of a model of the default provider.
   * @throws AppError `model_unknown`, which lists the configured providers. Whether a provider offers the
   * model is not checked.
   */
  resolve(name: string): ChatModel;
  /**
   * The models that are known without asking a provider, by the names that `resolve` accepts: the built-in one, those in
   * `models` of a provider, and those with a list price if the default provider is OpenAI itself.
   */
  list(): NamedModel[];
  /** How many calls of a configured provider this process may have in flight now; null for other names. */
  callsOf(provider: string): number | null;
}

/** A model and the name by which requests call it. */
export interface NamedModel {
  name: string;
  model: ChatModel;
}

/**
 * Creates the registry of one process. Provider names may contain slashes and one may be a prefix of another,
 * so the longest match wins. A name with a slash but without such a provider is a model of the default
 * provider, since open models have names such as `meta-llama/Llama-3.3-70B-Instruct`.
 */
export function createModelRegistry(providers: ProviderConfig[]): ModelRegistry {
  const clients = providers
    .map((config) => new ProviderClient(config))
    .sort((left, right) => right.config.name.length - left.config.name.length);
  const defaultClient = clients.find(({ config }) => config.name === defaultProviderName);

  const find = (name: string): ChatModel | null => {
    if (name === embeddedModelName) return extractiveModel;
    if (name.startsWith(`${extractiveModel.provider}/`)) return null;
    const providerClient = clients.find(({ config }) => name.startsWith(`${config.name}/`));
    const model = providerClient ? name.slice(providerClient.config.name.length + 1) : name;
    const client = providerClient ?? defaultClient;
    return !client || model === '' ? null : new OpenAIChatModel(client, model);
  };
  return {
    resolve: (name) => {
      const model = find(name);
      if (model === null) throw unknownModel(name, providers);
      return model;
    },

    // Any text can be the name of a configured price.
    list: () =>
      [...providers.flatMap(namesOf), embeddedModelName].flatMap((name) => {
        const model = find(name);
        return model === null ? [] : [{ name, model }];
      }),

    callsOf: (provider) => clients.find(({ config }) => config.name === provider)?.permits.limit ?? null,
  };
}

function namesOf({ name, baseUrl, prices }: ProviderConfig): string[] {
  const isDefault = name === defaultProviderName;
  const isOpenAI = isDefault && new URL(baseUrl).host === 'api.openai.com';
  const models = new Set([...prices.keys(), ...(isOpenAI ? listedModels : [])]);
  return [...models].map((model) => (isDefault ? model : `${name}/${model}`));
}

const embeddedModelName = `${extractiveModel.provider}/${extractiveModel.model}`;

function unknownModel(name: string, providers: ProviderConfig[]): AppError {
  const configured = [...providers.map((provider) => `${provider.name}/<model>`), embeddedModelName];
  const message = `No provider is configured for this model. Configured: ${configured.join(', ')}`;
  return new AppError('model_unknown', message, { input: name, ctx: { configured } });
}

/**
 * Checks that the model in a request can be resolved.
 * @throws AppError model_unknown at `loc`
 */
export function checkModel(registry: ModelRegistry, model: string, loc: string[]): void {
  try {
    registry.resolve(model);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.message, { loc, input: model, ctx: error.ctx, cause: error });
  }
}

/**
 * The name by which the model of a stored reply can be called, a bare one for the default provider; null if the recorded
 * provider is not configured. Without a recorded provider it is a model of the default one.
 */
export function nameStoredModel(
  registry: ModelRegistry,
  { model, provider }: { model: string; provider: string | null },
): string | null {
  if (provider === null || provider === defaultProviderName) return model;
  const isCallable = provider === extractiveModel.provider || registry.callsOf(provider) !== null;
  return isCallable ? `${provider}/${model}` : null;
}

/**
 * Whether calls of a model are known to be free; false if its price is unknown or no provider is configured.
 */
export function isFree(registry: ModelRegistry, model: string): boolean {
  try {
    const { price } = registry.resolve(model);
    return price !== null && price.inputPer1mUsd === 0 && price.outputPer1mUsd === 0;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Checks that the price of a model is known, so that `max_cost_cents` can be enforced.
 * @throws AppError model_price_unknown at `loc`
 */
export function checkPrice(registry: ModelRegistry, model: string, loc: string[]): void {
  if (registry.resolve(model).price !== null) return;
  const message =
    `The price of ${model} is unknown, so a cost limit cannot be enforced. Set input_per_1m_usd and ` +
    'output_per_1m_usd for it in "models" of its provider in MODEL_PROVIDERS, or leave out max_cost_cents';
  throw new AppError('model_price_unknown', message, { loc, ctx: { model } });
}
