import { readScoreErrors, toScoreEvents } from '../../../packages/formats';
import type { Destination } from './destination';
import { postJson } from './post-json';

interface LangfuseSettings {
  url: string;
  publicKey: string;
  secretKey: string;
}

/** Langfuse: a score of each observation, by its API of batches. */
export function createLangfuseDestination({ url, publicKey, secretKey }: LangfuseSettings): Destination {
  const credentials = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
  return {
    async send(verdicts, signal) {
      const batch = toScoreEvents(verdicts);
      const unplaced = verdicts.length - batch.length;
      if (batch.length === 0) return { sent: 0, unplaced, refused: [] };
      const headers = { authorization: `Basic ${credentials}` };
      const { body } = await postJson(`${url}/api/public/ingestion`, headers, { batch }, signal);
      const refused = readScoreErrors(body);
      return { sent: batch.length - refused.length, unplaced, refused };
    },
  };
}
