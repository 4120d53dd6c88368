import { z } from 'zod';
import { type Destination, METRIC, originOf, scoreOf } from './destination';
import { postJson } from './post-json';
import type { SentVerdict } from './verdict-source';

interface LangfuseSettings {
  url: string;
  publicKey: string;
  secretKey: string;
}

const responseSchema = z.object({
  errors: z
    .array(z.object({ id: z.string(), status: z.number(), message: z.string().nullish() }))
    .default([]),
});

/** Langfuse: a score of each observation, by its API of batches. A score with a stored id replaces it. */
export function createLangfuseDestination({ url, publicKey, secretKey }: LangfuseSettings): Destination {
  const credentials = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
  return {
    async send(verdicts, signal) {
      const batch = verdicts.flatMap(toEvent);
      const unplaced = verdicts.length - batch.length;
      if (batch.length === 0) return { sent: 0, unplaced, refused: [] };
      const headers = { authorization: `Basic ${credentials}` };
      const { body } = await postJson(`${url}/api/public/ingestion`, headers, { batch }, signal);
      const { errors = [] } = responseSchema.safeParse(body).data ?? {};
      return {
        sent: batch.length - errors.length,
        unplaced,
        refused: errors.map(({ status, message }) => message ?? `status ${status}`),
      };
    },
  };
}

function toEvent(verdict: SentVerdict) {
  if (verdict.span === null) return [];
  const { traceId, spanId: observationId } = verdict.span;
  return [
    {
      // Langfuse ignores an event that it has, so another evaluation is another event.
      id: verdict.evaluationId,
      timestamp: verdict.judgedAt,
      type: 'score-create',
      body: {
        id: verdict.id,
        traceId,
        observationId,
        name: METRIC,
        value: scoreOf(verdict),
        dataType: 'BOOLEAN',
        ...(verdict.explanation !== '' && { comment: verdict.explanation }),
        metadata: originOf(verdict),
      },
    },
  ];
}
