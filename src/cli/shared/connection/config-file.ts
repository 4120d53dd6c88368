import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { toFileError } from '../file-errors';
import { readJsonFile } from '../json-file';

const fields = ['url', 'api_key', 'workspace_id'] as const;

/** Settings in `config.json`, all optional. */
export type ConfigFile = Partial<Record<(typeof fields)[number], string>>;

const OTHERS = 0o077;

/** Where the settings of a person are: https://specifications.freedesktop.org/basedir-spec/latest/ */
export function configFilePath(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'assay', 'config.json');
}

/**
 * Reads the settings of a person; empty without a file. Warns about a key that others may read.
 * @throws Error of one line when the file is unreadable or has other fields
 */
export function readConfigFile(path: string, warn: (line: string) => unknown): ConfigFile {
  const mode = modeOf(path);
  if (mode === null) return {};
  const value = readJsonFile(path);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${path} should be an object with ${fields.join(', ')}`);
  for (const [name, setting] of Object.entries(value)) {
    if (!fields.some((field) => field === name))
      throw new Error(`${path}: unknown field ${JSON.stringify(name)}. Accepted: ${fields.join(', ')}`);
    if (typeof setting !== 'string') throw new Error(`${path}: ${name} should be text`);
  }
  const config: ConfigFile = value;
  if (config.api_key !== undefined && process.platform !== 'win32' && (mode & OTHERS) !== 0)
    warn(`Other users can read the API key in ${path}: chmod 600 ${path}`);
  return config;
}

/** Null without a file. */
function modeOf(path: string): number | null {
  try {
    return statSync(path).mode;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw toFileError(error, path, 'read');
  }
}
