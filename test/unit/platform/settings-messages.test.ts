import { loadConfig, loadRunnerConfig } from '../../../src/config';
import { parseProviders } from '../../../src/providers/provider-config';

const SECRET_KEY = 'a secret of at least 32 characters';

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was accepted');
}

it.each([
  ['PORT', 'abc', 'expected a whole number'],
  ['PORT', '99999', 'should be less than or equal to 65535'],
  ['TRUST_PROXY', '1.5', 'expected a whole number'],
  ['MAX_BODY_BYTES', '-1', 'should be greater than 0'],
  ['OTLP_GRPC_PORT', 'x', 'expected a whole number'],
  ['LOG_LEVEL', 'loud', "should be 'fatal' or 'error' or 'warn' or 'info' or 'debug' or 'trace' or 'silent'"],
  ['MONGODB_URI', 'http://db', 'must begin with mongodb:// or mongodb+srv://'],
  ['SECRET_KEY', 'short', 'should have at least 32 characters'],
  ['BOOTSTRAP_EMAIL', 'nobody', 'expected an email address'],
  ['BOOTSTRAP_PASSWORD', 'twelve or more', 'has to be set together with BOOTSTRAP_EMAIL'],
  ['DATA_DIR', '/dev/null', '/dev/null is a file, not a folder'],
])('%s=%s says what is expected', (name, value, expectation) => {
  const environment = { ...(name !== 'DATA_DIR' && { SECRET_KEY }), [name]: value };

  expect(messageOf(() => loadConfig(environment)).split('\n')).toContain(`${name}: ${expectation}`);
});

it.each([
  ['ASSAY_API_KEY', '', 'should have at least 32 characters'],
  ['ASSAY_URL', 'nowhere', 'expected an address such as https://example.com'],
  ['ASSAY_WORKSPACE_ID', 'mine', 'expected an id such as 0f0e4a4e-9c2b-4f37-8a55-7d5c1c6f9a10'],
  ['RUNNER_ROUNDS', '1000', 'should be less than or equal to 100'],
  ['RUNNER_STRATEGY', 'luck', "should be 'list' or 'llm'"],
])('%s=%s of a runner says what is expected', (name, value, expectation) => {
  const environment = { ASSAY_API_KEY: 'k'.repeat(32), [name]: value };

  expect(messageOf(() => loadRunnerConfig({}, environment))).toBe(
    `Invalid settings:\n${name}: ${expectation}`,
  );
});

it.each([
  [
    '[{"name":"a","base_url":"ftp://x"}]',
    'Invalid MODEL_PROVIDERS:\n0.base_url: expected an address such as https://example.com',
  ],
  [
    '[{"name":1,"base_url":"http://x","retries":1}]',
    'Invalid MODEL_PROVIDERS:\n0.name: expected text\n0.retries: unknown field',
  ],
  ['[{"api_key": secret}]', 'MODEL_PROVIDERS is not JSON: unexpected character at line 1, column 14'],
  ['[', 'MODEL_PROVIDERS is not JSON: the JSON ends too early'],
  ['/absent', 'MODEL_PROVIDERS must be a JSON array or the path of a readable file'],
])('MODEL_PROVIDERS=%s says what is expected', (MODEL_PROVIDERS, message) => {
  expect(messageOf(() => parseProviders({ MODEL_PROVIDERS }))).toBe(message);
});
