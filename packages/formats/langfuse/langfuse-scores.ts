import { z } from 'zod';
import { METRIC, originOf, type SentVerdict, scoreOf } from '../model/sent-verdict';

const responseSchema = z.object({
  errors: z
    .array(z.object({ id: z.string(), status: z.number(), message: z.string().nullish() }))
    .default([]),
});

/** The events of verdicts, each a score of an observation, which a score with a stored id replaces. */
export function toScoreEvents(verdicts: readonly SentVerdict[]): object[] {
  return verdicts.flatMap(toEvent);
}

/** Why events were refused, of the response to a batch of them. */
export function readScoreErrors(body: unknown): string[] {
  const { errors = [] } = responseSchema.safeParse(body).data ?? {};
  return errors.map(({ status, message }) => message ?? `status ${status}`);
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
