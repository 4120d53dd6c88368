import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contactAgeMs, contactPath, recordContact } from '../../../../src/optimization/runner/contact-file';
import { createLogger } from '../../../../src/platform/logging';

const logger = createLogger('silent');
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-contact-'));
  path = contactPath(folder);
});

afterEach(() => rmSync(folder, { recursive: true }));

it('has no contact before the first one, and a fresh one after it', () => {
  expect(contactAgeMs(path)).toBe(Number.POSITIVE_INFINITY);

  recordContact(logger, path);

  expect(contactAgeMs(path)).toBeLessThan(5000);
});

it('renews an old contact', () => {
  recordContact(logger, path);
  utimesSync(path, 0, 0);

  recordContact(logger, path);

  expect(contactAgeMs(path)).toBeLessThan(5000);
});

it('neither follows a link of another user nor treats it as a contact', () => {
  const victim = join(folder, 'victim');
  const before = new Date(0);
  writeFileSync(victim, 'precious');
  utimesSync(victim, before, before);
  symlinkSync(victim, path);

  recordContact(logger, path);

  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(contactAgeMs(path)).toBe(Number.POSITIVE_INFINITY);
});

it('survives a folder with the name', () => {
  mkdirSync(path);

  recordContact(logger, path);

  expect(contactAgeMs(path)).toBe(Number.POSITIVE_INFINITY);
});
