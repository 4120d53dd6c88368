import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { owner } from '../support/owner';
import { makeWorkspace } from '../support/people';
import { useApi, useContract } from '../support/use-api';
import { acceptedRefusals } from './accepted-refusals';
import { installEnvironment } from './environments';

const api = useApi({
  environment: { LIMIT_REQUESTS_PER_MINUTE: '0', LIMIT_ANONYMOUS_REQUESTS_PER_MINUTE: '0' },
});
const contract = useContract(api);
/** Stays, with every request and response. */
const folder = join(packageRoot, 'test-results/schemathesis');

const SEED = 7;
/** Of the random ones, for each operation; the systematic ones are more. */
const MAX_EXAMPLES = 2;

const settings = (workspaceId: string) => `
seed = ${SEED}
continue-on-failure = true
request-timeout = 30
warnings = false
hooks = "schemathesis_hooks"
headers = { Authorization = "Bearer ${owner.apiKey}" }
[parameters]
"header.x-workspace-id" = "${workspaceId}"
[generation]
max-examples = ${MAX_EXAMPLES}
no-shrink = true
[phases.stateful]
enabled = false
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "429"]
[checks.negative_data_rejection]
expected-statuses = ["4xx"]
# Bodies with the schema of another operation, and that of imports, which has thousands of systematic cases.
[[operations]]
include-path = ["/v1/evaluate", "/v1/experiments/estimate", "/v1/schedules", "/v1/conversations"]
phases.coverage.enabled = false
# OTLP defines the protocol: an unreadable record is counted in a 200.
[[operations]]
include-path = ["/v1/traces", "/v1/logs", "/api/public/otel/v1/traces"]
checks.negative_data_rejection.enabled = false
[reports.ndjson]
enabled = true
path = "${join(folder, 'events.ndjson')}"
`;

interface Response {
  status_code: number;
  content: { $base64: string };
}

interface Scenario {
  label: string;
  checks?: Record<string, { name: string; failure_info?: { failure: { title: string; message: string } } }[]>;
  interactions: Record<string, { response: Response | null }>;
}

interface Event {
  ScenarioFinished?: { recorder: Scenario };
  NonFatalError?: object;
}

interface ErrorLike {
  detail?: { loc: string[]; msg: string }[];
  message?: string;
}

/** Runs it in a folder of its settings; it exits with 1 if it has found anything, which the events say. */
async function runSchemathesis(url: string, workspaceId: string): Promise<string> {
  const environment = await installEnvironment('python-openapi');
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(__dirname, 'programs/schemathesis_hooks.py'), join(folder, 'schemathesis_hooks.py'));
  writeFileSync(join(folder, 'schemathesis.toml'), settings(workspaceId));
  const program = join(environment.folder, 'bin/schemathesis');
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PYTHONPATH: folder, NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    const limits = { cwd: folder, env, timeout: 14 * 60_000, maxBuffer: 1 << 28 };
    execFile(program, ['run', `${url}/openapi.json`], limits, (error, stdout, stderr) => {
      if (error === null || error.code === 1) resolve(stdout + stderr);
      else reject(error);
    });
  });
}

function readEvents(): Event[] {
  return readFileSync(join(folder, 'events.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event);
}

/** Why a service refused a request: the messages of its error, or of the status of another protocol. */
function reasonsOf(response: Response): string[] {
  const body = JSON.parse(Buffer.from(response.content.$base64, 'base64').toString('utf8')) as ErrorLike;
  return body.detail?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`) ?? [`: ${body.message}`];
}

const isAccepted = (reason: string) => acceptedRefusals.some(({ refusal }) => refusal.test(reason));

/** What the checks found in a scenario, except accepted refusals. */
function findingsOf({ label, checks = {}, interactions }: Scenario): string[] {
  return Object.entries(checks).flatMap(([id, results]) =>
    results.flatMap(({ name, failure_info: info }) => {
      const interaction = interactions[id];
      if (info === undefined || interaction?.response == null) return [];
      const isRefusal = name === 'positive_data_acceptance';
      const reasons = isRefusal ? reasonsOf(interaction.response) : [info.failure.message];
      return reasons
        .filter((reason) => !isRefusal || !isAccepted(reason))
        .map((reason) => `${label}: ${info.failure.title}: ${reason}`);
    }),
  );
}

describe('Schemathesis against a live service, by npm run test:clients', () => {
  it('finds only refusals for which the document states the reason', async () => {
    await api.startWorker();
    const output = await runSchemathesis(api.url, await makeWorkspace(api));
    const events = readEvents();
    const scenarios = events.flatMap(({ ScenarioFinished }) => ScenarioFinished?.recorder ?? []);
    const found = [...new Set(scenarios.flatMap(findingsOf))].sort();
    const errors = events.flatMap(({ NonFatalError }) => NonFatalError ?? []);

    expect(new Set(scenarios.map(({ label }) => label)).size).toBe(contract.operations.length);
    expect({ found, errors, output: found.length + errors.length === 0 ? '' : output }).toEqual({
      found: [],
      errors: [],
      output: '',
    });
  });

  it('refuses only for reasons that are in the document', () => {
    const text = JSON.stringify(contract.document);
    const unstated = acceptedRefusals.filter(({ stated }) => !text.includes(stated));

    expect(unstated).toEqual([]);
  });
});
