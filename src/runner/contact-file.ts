import { statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../logging';

/** The runners of one user on this host share it: what counts is that one of them is in touch with the service. */
const path = join(tmpdir(), `assay-runner-${process.getuid?.() ?? 'user'}.contact`);

/** Notes that the service has answered just now. A disk that is full must not end a run. */
export function noteContact(logger: Logger): void {
  try {
    writeFileSync(path, '', { mode: 0o600 });
  } catch (error) {
    logger.warn({ err: error }, 'the contact with the service could not be noted');
  }
}

/** Milliseconds since the service last answered a runner here; infinite when it never did. */
export function contactAgeMs(): number {
  const file = statSync(path, { throwIfNoEntry: false });
  return file === undefined ? Number.POSITIVE_INFINITY : Date.now() - file.mtimeMs;
}
