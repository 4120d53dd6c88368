import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

const resources = join(packageRoot, 'packages/client/resources');
const pythonSources = join(packageRoot, 'clients/python/src/assay_client/_async');

/** Reports of a claimed run, which are methods of its lease in Python. */
const ofLeases = ['heartbeat', 'propose', 'complete', 'fail', 'release'];

const namesOf = (text: string, method: RegExp) => [...text.matchAll(method)].map(([, name = '']) => name);

function typescriptMethods(file: string): string[] {
  const names = namesOf(
    readFileSync(file, 'utf8'),
    /^ {2}(?:async )?(?!constructor|private)(\w+)(?:<.*)?\(/gm,
  );
  return names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).sort();
}

function pythonMethods(module: string, name = `${module[0]?.toUpperCase()}${module.slice(1)}`): string[] {
  const source = readFileSync(join(pythonSources, `${module}.py`), 'utf8');
  const [, body = ''] = source.split(`class Async${name}:`);
  const names = namesOf(body, /^ {4}(?:async )?def (?!_)(\w+)\(/gm);
  // `import` is a keyword.
  return names.map((method) => method.replace(/^import_$/, 'import')).sort();
}

it.each(readdirSync(resources))('%s has the methods of the Python client', (file) => {
  const resource = file.replace('.ts', '');
  const methods = typescriptMethods(join(resources, file));

  expect(methods.length).toBeGreaterThan(2);
  expect(methods.filter((name) => resource !== 'runs' || !ofLeases.includes(name))).toEqual(
    pythonMethods(resource),
  );
});

it.each(readdirSync(resources))('docs/python.md has the methods of %s', (file) => {
  const resource = file.replace('.ts', '');
  const page = readFileSync(join(packageRoot, 'docs/python.md'), 'utf8');
  const [, row = ''] = new RegExp(`^\\| \`client.${resource}\` \\| (.*) \\|$`, 'm').exec(page) ?? [];
  const named = namesOf(row, /`(\w+)`/g).map((method) => method.replace(/^import_$/, 'import'));

  expect(named.sort()).toEqual(pythonMethods(resource));
});

it('the clients have the same methods for any operation', () => {
  const python = pythonMethods('client', 'AssayClient');

  expect(typescriptMethods(join(resources, '../assay-client.ts'))).toEqual(['detect', 'list', 'request']);
  expect(python).toEqual(['close', 'detect', 'from_environment', 'list', 'request']);
});
