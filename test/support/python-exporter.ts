import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { engineCacheDir } from '../../src/platform/engines/engine-cache';

const packages = ['opentelemetry-sdk', 'opentelemetry-exporter-otlp-proto-http'];
const INSTALL_LIMIT_MS = 180_000;

/**
 * A Python with OpenTelemetry's exporter, created once and stored next to the engines; else the reason why
 * there is none. Synchronous, because the names of tests depend on it.
 */
export function findPythonExporter(): { python: string } | { missing: string } {
  const folder = join(engineCacheDir(process.env), '..', 'python-otlp');
  const python = join(folder, 'bin', 'python');
  if (hasExporter(python)) return { python };
  if (run('python3', ['--version']) !== 0) return { missing: 'there is no python3' };
  if (run('python3', ['-m', 'venv', folder]) !== 0) return { missing: 'python3 has no venv' };
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
  return hasExporter(python) ? { python } : { missing: 'PyPI cannot be reached' };
}

function hasExporter(python: string): boolean {
  const imports = 'import opentelemetry.exporter.otlp.proto.http.trace_exporter, opentelemetry.sdk.trace';
  return existsSync(python) && run(python, ['-c', imports]) === 0;
}

function run(command: string, args: string[]): number | null {
  return spawnSync(command, args, { stdio: 'ignore', timeout: INSTALL_LIMIT_MS }).status;
}
