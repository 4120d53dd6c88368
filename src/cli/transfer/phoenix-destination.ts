import { type PlacedVerdict, toSpanAnnotation } from '../../../packages/formats';
import type { Destination, SentCounts } from './destination';
import { postJson, SendError } from './post-json';

interface PhoenixSettings {
  url: string;
  /** Null for a server without authentication. */
  apiKey: string | null;
}

/** Phoenix: an annotation of each span. */
export function createPhoenixDestination({ url, apiKey }: PhoenixSettings): Destination {
  const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };

  /** Synchronous, so that the response says whether the spans exist. */
  async function post(verdicts: readonly PlacedVerdict[], signal: AbortSignal): Promise<void> {
    const body = { data: verdicts.map(toSpanAnnotation) };
    await postJson(`${url}/v1/span_annotations?sync=true`, headers, body, signal);
  }

  /** A batch fails as a whole if one of its spans is unknown. */
  async function postKnown(verdicts: readonly PlacedVerdict[], signal: AbortSignal): Promise<number> {
    if (verdicts.length === 0) return 0;
    try {
      await post(verdicts, signal);
      return verdicts.length;
    } catch (error) {
      if (!(error instanceof SendError) || error.status !== 404) throw error;
      if (verdicts.length === 1) return 0;
      const half = Math.ceil(verdicts.length / 2);
      const first = await postKnown(verdicts.slice(0, half), signal);
      return first + (await postKnown(verdicts.slice(half), signal));
    }
  }

  return {
    async send(verdicts, signal): Promise<SentCounts> {
      const placed = verdicts.filter((verdict): verdict is PlacedVerdict => verdict.span !== null);
      const sent = await postKnown(placed, signal);
      return { sent, unplaced: verdicts.length - sent, refused: [] };
    },
  };
}
