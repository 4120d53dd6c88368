import { contactAgeMs } from './optimization/runner/contact-file';

/** An idle runner asks every 20 s, one at work sends heartbeats at least every 30 s: a few may go missing. */
const CONTACT_WITHIN_MS = 120_000;

/** The health check of a runner, to be run beside it: exits 0 while the service answers a runner of this host. */
if (contactAgeMs() > CONTACT_WITHIN_MS) {
  process.stderr.write('No runner of this host was answered by the service lately\n');
  process.exitCode = 1;
}
