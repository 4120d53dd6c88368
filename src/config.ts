import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { BootstrapSettings } from './access/accounts/bootstrap';
import type { MaxUsage } from './access/limits/workspace-limits';
import {
  MAX_ROUNDS,
  runnerStrategies,
  type StrategySettings,
} from './optimization/runner/strategies/strategy-settings';
import { describeFileError } from './platform/errors/system-errors';
import type { Secrets } from './platform/security/key-ring';
import { parseSettings } from './platform/settings/parse-settings';
import { type ProviderConfig, parseProviders } from './providers/provider-config';

const optional = (schema: z.ZodType<string>) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Settings of every process that logs and calls models. */
const sharedSettings = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  OPENAI_BASE_URL: optional(z.string()),
  OPENAI_API_KEY: optional(z.string()),
  MODEL_PROVIDERS: optional(z.string()),
};

const environmentSchema = z
  .object({
    ...sharedSettings,
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('.assay'),
    MONGODB_URI: z
      .string()
      .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
      .default('mongodb://127.0.0.1:27017/assay?replicaSet=rs0'),
    TEMPORAL_ADDRESS: z.string().min(1).default('127.0.0.1:7233'),
    TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
    TEMPORAL_TASK_QUEUE: z.string().min(1).default('assay'),
    TEMPORAL_API_KEY: optional(z.string()),
    SECRET_KEY: optional(z.string().min(32)),
    SECRET_KEY_PREVIOUS: optional(z.string().min(32)),
    MAX_BODY_BYTES: z.coerce
      .number()
      .int()
      .positive()
      .default(4 * 1024 * 1024),
    OTLP_MAX_BODY_BYTES: z.coerce
      .number()
      .int()
      .positive()
      .default(32 * 1024 * 1024),
    OTLP_GRPC_PORT: z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.coerce.number().int().min(1).max(65_535).optional(),
    ),
    LIMIT_REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(300_000),
    LIMIT_ANONYMOUS_REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(6000),
    LIMIT_WORKSPACES_PER_USER: z.coerce.number().int().min(0).default(20),
    LIMIT_BYTES_PER_DAY: z.coerce
      .number()
      .int()
      .min(0)
      .default(50 * 1024 ** 3),
    LIMIT_CONVERSATIONS: z.coerce.number().int().min(0).default(10_000_000),
    LIMIT_OPEN_EXPERIMENTS: z.coerce.number().int().min(0).default(1000),
    LIMIT_SPEND_CENTS_PER_MONTH: z.coerce.number().int().min(0).default(1_000_000),
    QUERY_TIMEOUT_MS: z.coerce.number().int().min(1).max(600_000).default(10_000),
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(200),
    BOOTSTRAP_EMAIL: optional(z.email().max(254)),
    BOOTSTRAP_PASSWORD: optional(z.string().min(12)),
    BOOTSTRAP_WORKSPACE: z.string().min(1).max(255).default('Default workspace'),
    BOOTSTRAP_API_KEY: optional(z.string().min(32)),
  })
  .refine((env) => (env.BOOTSTRAP_EMAIL === undefined) === (env.BOOTSTRAP_PASSWORD === undefined), {
    message: 'has to be set together with BOOTSTRAP_EMAIL',
    path: ['BOOTSTRAP_PASSWORD'],
  });

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  mongodbUri: string;
  temporal: { address: string; namespace: string; taskQueue: string; apiKey: string | null };
  /** Every signing and sealing key is derived from these. */
  secrets: Secrets;
  maxBodyBytes: number;
  /** Of an OTLP export, after decompression. */
  maxExportBytes: number;
  /** Null: no OTLP over gRPC. */
  otlpGrpcPort: number | null;
  /** Limits per workspace, user, or address without a credential; 0 disables a limit. */
  limits: MaxUsage & {
    requestsPerMinute: number;
    anonymousRequestsPerMinute: number;
    workspacesPerUser: number;
  };
  /** Time limit of an analytics query. */
  queryTimeoutMs: number;
  /** Number of trusted proxies in front of the api, for the client's address. */
  trustProxy: number;
  logLevel: string;
  workerConcurrency: number;
  providers: ProviderConfig[];
  bootstrap: BootstrapSettings | null;
}

/**
 * Reads all settings once. The only reader of the environment.
 * @throws Error with one line per invalid variable
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const env = parseSettings(environmentSchema, environment);
  const dataDir = resolve(env.DATA_DIR);
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    dataDir,
    mongodbUri: env.MONGODB_URI,
    temporal: {
      address: env.TEMPORAL_ADDRESS,
      namespace: env.TEMPORAL_NAMESPACE,
      taskQueue: env.TEMPORAL_TASK_QUEUE,
      apiKey: env.TEMPORAL_API_KEY ?? null,
    },
    secrets: secretsOf(env.SECRET_KEY ?? readSecretFile(dataDir), env.SECRET_KEY_PREVIOUS),
    maxBodyBytes: env.MAX_BODY_BYTES,
    maxExportBytes: env.OTLP_MAX_BODY_BYTES,
    otlpGrpcPort: env.OTLP_GRPC_PORT ?? null,
    limits: {
      requestsPerMinute: env.LIMIT_REQUESTS_PER_MINUTE,
      anonymousRequestsPerMinute: env.LIMIT_ANONYMOUS_REQUESTS_PER_MINUTE,
      workspacesPerUser: env.LIMIT_WORKSPACES_PER_USER,
      bytesPerDay: env.LIMIT_BYTES_PER_DAY,
      conversations: env.LIMIT_CONVERSATIONS,
      openExperiments: env.LIMIT_OPEN_EXPERIMENTS,
      spendCentsPerMonth: env.LIMIT_SPEND_CENTS_PER_MONTH,
    },
    queryTimeoutMs: env.QUERY_TIMEOUT_MS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    workerConcurrency: env.WORKER_CONCURRENCY,
    providers: parseProviders({
      OPENAI_BASE_URL: env.OPENAI_BASE_URL,
      OPENAI_API_KEY: env.OPENAI_API_KEY,
      MODEL_PROVIDERS: env.MODEL_PROVIDERS,
    }),
    bootstrap:
      env.BOOTSTRAP_EMAIL === undefined || env.BOOTSTRAP_PASSWORD === undefined
        ? null
        : {
            email: env.BOOTSTRAP_EMAIL,
            password: env.BOOTSTRAP_PASSWORD,
            workspace: env.BOOTSTRAP_WORKSPACE,
            apiKey: env.BOOTSTRAP_API_KEY ?? null,
          },
  });
}

function secretsOf(current: string, previous: string | undefined): Secrets {
  return previous === undefined ? [sha256(current)] : [sha256(current), sha256(previous)];
}

/** Any text as 32 bytes. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * On one machine, SECRET_KEY is optional: the first process generates one, which the others on the same
 * DATA_DIR share.
 */
function readSecretFile(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    const path = join(dataDir, 'secret-key');
    createFile(path, randomBytes(32).toString('hex'));
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const reason = describeFileError(error, 'written');
    throw reason === null ? error : new Error(`DATA_DIR: ${dataDir} ${reason}`, { cause: error });
  }
}

/** Does nothing if the file exists. */
function createFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const clientSettings = {
  ASSAY_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  ASSAY_API_KEY: z.string().min(32),
  ASSAY_WORKSPACE_ID: optional(z.guid()),
};

const runnerEnvironmentSchema = z.object({
  ...sharedSettings,
  ...clientSettings,
  RUNNER_ID: optional(z.string().max(255)),
  RUNNER_STRATEGY: z.enum(runnerStrategies).default('list'),
  RUNNER_CANDIDATES: optional(z.string()),
  RUNNER_MODEL: optional(z.string()),
  RUNNER_ROUNDS: z.coerce.number().int().min(1).max(MAX_ROUNDS).default(3),
});

/** The settings of a runner, which connects to neither MongoDB nor Temporal. */
export interface RunnerConfig extends StrategySettings {
  url: string;
  apiKey: string;
  /** Null: the workspace of the key. */
  workspaceId: string | null;
  /** Null: generated from the host name and the process id. */
  runnerId: string | null;
  logLevel: string;
}

/**
 * Reads the settings of a runner once; its command line takes precedence over its environment.
 * @throws Error with one line per invalid variable
 */
export function loadRunnerConfig(
  overrides: NodeJS.ProcessEnv = {},
  environment: NodeJS.ProcessEnv = process.env,
): RunnerConfig {
  const env = parseSettings(runnerEnvironmentSchema, { ...environment, ...overrides });
  return Object.freeze({
    url: env.ASSAY_URL,
    apiKey: env.ASSAY_API_KEY,
    workspaceId: env.ASSAY_WORKSPACE_ID ?? null,
    runnerId: env.RUNNER_ID ?? null,
    strategy: env.RUNNER_STRATEGY,
    candidatesPath: env.RUNNER_CANDIDATES ?? null,
    model: env.RUNNER_MODEL ?? null,
    rounds: env.RUNNER_ROUNDS,
    logLevel: env.LOG_LEVEL,
    providers: parseProviders({
      OPENAI_BASE_URL: env.OPENAI_BASE_URL,
      OPENAI_API_KEY: env.OPENAI_API_KEY,
      MODEL_PROVIDERS: env.MODEL_PROVIDERS,
    }),
  });
}
