import type { ConversationService } from '../../conversations/conversation.service';
import type { ReplaySize } from '../../conversations/transcript/replay-size';
import { upToMessage } from '../execution/reply-context';
import { chooseCounted, measureRates, type SentTo, type TokenRates } from './token-rates';

export type FindTranscript = ConversationService['findTranscript'];

/** The token rates of conversations, by those that are counted. */
export async function measureSample(
  workspaceId: string,
  sizes: ReadonlyMap<string, ReplaySize>,
  sentTo: SentTo,
  findTranscript: FindTranscript,
  signal: AbortSignal,
): Promise<{ rates: TokenRates; countedItems: number }> {
  const candidates = await Promise.all(chooseCounted(sizes).map((id) => findTranscript(workspaceId, id)));
  const transcripts = candidates.filter((transcript) => transcript !== null);
  return {
    rates: await measureRates(transcripts, sizes, sentTo, signal),
    countedItems: transcripts.length,
  };
}

/** Finds transcripts that end with the message that `ends` names for their conversation. */
export function upToEnds(findTranscript: FindTranscript, ends: ReadonlyMap<string, string>): FindTranscript {
  return async (workspaceId, id) => {
    const transcript = await findTranscript(workspaceId, id);
    return transcript && upToMessage(transcript, ends.get(id));
  };
}
