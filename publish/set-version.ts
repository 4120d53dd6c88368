import { packageRoot } from '../src/platform/package-root';
import { run } from './command';
import { writeVersion } from './versions';

/** `npm run release:version X.Y.Z`: writes the version into every manifest, and dates the changelog. */
async function main([version = '']: string[]): Promise<void> {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error('Name a version, like 0.2.0');
  writeVersion(version, new Date().toISOString().slice(0, 10));
  await run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: packageRoot,
  });
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
