import { configFilePath, readConfigFile } from './config-file';
import type { ConnectionFlags } from './connection-options';

const DEFAULT_URL = 'http://127.0.0.1:3000';
const MIN_KEY_LENGTH = 32;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The service that a command talks to. */
export interface Connection {
  url: string;
  apiKey: string;
  /** Null: the workspace of the key. */
  workspaceId: string | null;
  /** Where the key was found, for messages. */
  keySource: string;
}

interface Setting {
  value: string;
  /** A flag, an environment variable, or the field of a file. */
  source: string;
}

/** The names of a setting in the three places that are searched in this order. */
const names = {
  url: { flag: 'url', option: '--url', variable: 'ASSAY_URL', field: 'url' },
  apiKey: { flag: 'apiKey', option: '--api-key', variable: 'ASSAY_API_KEY', field: 'api_key' },
  workspace: {
    flag: 'workspace',
    option: '--workspace',
    variable: 'ASSAY_WORKSPACE_ID',
    field: 'workspace_id',
  },
} as const;

type Find = (name: keyof typeof names) => Setting | null;

/**
 * Finds the settings of the service: the flags, then the environment, then the configuration file.
 * @throws Error of one line when one is missing or invalid
 */
export function findConnection(
  flags: ConnectionFlags,
  env: NodeJS.ProcessEnv,
  warn?: (line: string) => void,
): Connection {
  const find = openSettings(flags, env, warn);
  const key = find('apiKey');
  if (key === null)
    throw new Error(
      `No API key. Give one with ASSAY_API_KEY, as api_key in ${configFilePath(env)}, or with --api-key`,
    );
  return {
    url: findUrl(find),
    apiKey: checkKey(key),
    workspaceId: checkWorkspace(find('workspace')),
    keySource: key.source,
  };
}

/** Finds the address of the service alone. @throws as `findConnection` */
export function findServiceUrl(flags: ConnectionFlags, env: NodeJS.ProcessEnv): string {
  return findUrl(openSettings(flags, env));
}

function openSettings(
  flags: ConnectionFlags,
  env: NodeJS.ProcessEnv,
  warn = (line: string): unknown => process.stderr.write(`${line}\n`),
): Find {
  const path = configFilePath(env);
  const file = readConfigFile(path, warn);
  return (name) => {
    const { flag, option, variable, field } = names[name];
    const places: [value: string | undefined, source: string][] = [
      [flags[flag], option],
      [env[variable], variable],
      [file[field], `${field} of ${path}`],
    ];
    const [value, source] = places.find(([value]) => value !== undefined && value !== '') ?? [];
    return value === undefined || source === undefined ? null : { value, source };
  };
}

function findUrl(find: Find): string {
  return checkUrl(find('url') ?? { value: DEFAULT_URL, source: 'default' });
}

function checkUrl({ value, source }: Setting): string {
  if (!URL.canParse(value) || !/^https?:\/\//i.test(value))
    throw new Error(`Invalid address in ${source}. Accepted: http://… or https://…`);
  return value.replace(/\/+$/, '');
}

/** The message does not repeat the key: it may be a secret of something else. */
function checkKey({ value, source }: Setting): string {
  if (value.length < MIN_KEY_LENGTH || /\s/.test(value))
    throw new Error(`Malformed API key in ${source}. Copy it again, or create one in the dashboard`);
  return value;
}

function checkWorkspace(setting: Setting | null): string | null {
  if (setting === null) return null;
  if (!UUID.test(setting.value))
    throw new Error(`Invalid workspace in ${setting.source}. Accepted: the id of a workspace`);
  return setting.value;
}
