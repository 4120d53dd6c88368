import { z } from 'zod';
import type { MessagePart } from '../model/message';

/** The audio of an OpenAI assistant message. In later requests, clients send its id alone. */
const audioSchema = z.object({
  id: z.string().nullish(),
  data: z.string().nullish(),
  transcript: z.string().nullish(),
});

/** Whether the `audio` of a message is that of a spoken reply, which has no `content`. */
export function isSpoken(audio: unknown): boolean {
  return audioSchema.safeParse(audio).success;
}

/** The transcript of a spoken reply as text, or its audio if there is none; nothing if only its id is known. */
export function readSpokenReply(audio: unknown): MessagePart[] {
  const { transcript, data } = audioSchema.safeParse(audio).data ?? {};
  if (transcript) return [{ type: 'text', content: transcript }];
  if (data) return [{ type: 'blob', modality: 'audio', mimeType: null, content: data }];
  return [];
}
