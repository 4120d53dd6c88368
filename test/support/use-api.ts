import { TestApi } from './api';
import { Contract } from './contract';
import type { ModelServer } from './model-server';
import { enterFreshWorkspace } from './optimization-runs';

export interface ApiOptions {
  /** Settings in addition to those that every test needs. */
  environment?: Record<string, string>;
  /** Started and stopped with the API, which uses it as its default provider. */
  models?: ModelServer;
}

/** Starts the whole API on a separate database for the tests of a file, before they and later hooks run. */
export function useApi({ environment = {}, models }: ApiOptions = {}): TestApi {
  const api = new TestApi();
  beforeAll(async () => {
    await models?.start();
    const provider =
      models === undefined ? {} : { OPENAI_BASE_URL: models.baseUrl, OPENAI_API_KEY: 'sk-test' };
    await api.start({ ...provider, ...environment });
  });
  afterAll(async () => {
    await api.stop();
    await models?.stop();
  });
  return api;
}

/** Gives the tests of a `describe` a separate workspace, and models that have recorded nothing. */
export function useFreshWorkspace(api: TestApi, models?: ModelServer): void {
  beforeAll(async () => {
    models?.reset();
    await enterFreshWorkspace(api);
  });
}

/** The OpenAPI document of an API of `useApi`. */
export function useContract(api: TestApi): Contract {
  const contract = new Contract(api);
  beforeAll(() => contract.load());
  return contract;
}
