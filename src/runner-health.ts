import { contactAgeMs } from './optimization/runner/contact-file';

/**
 * An idle runner polls every 20 s, an active one sends heartbeats at least every 30 s: a few may be missed.
 */
const CONTACT_WITHIN_MS = 120_000;

/**
 * The health check of a runner, run on the same host: exits 0 while the service responds to a runner of this
 * host.
 */
if (contactAgeMs() > CONTACT_WITHIN_MS) {
  process.stderr.write('No runner on this host has recently reached the service\n');
  process.exitCode = 1;
}
