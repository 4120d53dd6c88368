import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { engineCacheDir } from '../../packages/engines';

const INSTALL_LIMIT_MS = 180_000;

/** A Python with pyarrow, created once and stored next to the engines; else the reason why there is none. */
export function findPyarrow(): { python: string } | { missing: string } {
  const folder = join(engineCacheDir(process.env), '..', 'python-pyarrow');
  const python = join(folder, 'bin', 'python');
  if (hasPyarrow(python)) return { python };
  if (run('python3', ['-m', 'venv', folder]) !== 0) return { missing: 'python3 has no venv' };
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'pyarrow']);
  return hasPyarrow(python) ? { python } : { missing: 'PyPI cannot be reached' };
}

const READ = `
import json, sys, pyarrow.parquet
table = pyarrow.parquet.read_table(sys.argv[1])
table.validate(full=True)
metadata = pyarrow.parquet.ParquetFile(sys.argv[1]).metadata
groups = [metadata.row_group(index) for index in range(metadata.num_row_groups)]
print(json.dumps({
  "types": {field.name: str(field.type) for field in table.schema},
  "groups": len(groups),
  "group_bytes": [group.total_byte_size for group in groups],
  "column_bytes": [
    sum(group.column(index).total_uncompressed_size for index in range(group.num_columns)) for group in groups
  ],
  "rows": table.to_pylist(),
}, default=lambda time: time.isoformat()))
`;

interface ReadParquet {
  types: Record<string, string>;
  groups: number;
  /** The size of each row group, and the uncompressed size of its columns. */
  group_bytes: number[];
  column_bytes: number[];
  rows: Record<string, unknown>[];
}

/** What pyarrow reads from a Parquet file. */
export function readParquet(python: string, file: string): ReadParquet {
  const { stdout, stderr, status } = spawnSync(python, ['-c', READ, file], {
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`pyarrow failed: ${stderr}`);
  return JSON.parse(stdout);
}

function hasPyarrow(python: string): boolean {
  return existsSync(python) && run(python, ['-c', 'import pyarrow.parquet']) === 0;
}

function run(command: string, args: string[]): number | null {
  return spawnSync(command, args, { stdio: 'ignore', timeout: INSTALL_LIMIT_MS }).status;
}
