import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { TestApi } from './api';

export interface JudgedReply {
  conversationId: string;
  messageId: string;
  /** Of "1889", at 32 to 36 of the reply; absent if the reply is clean. */
  findingId: string;
  text: string;
}

/** A stored reply that the embedded evaluator has judged: with one finding, or clean. */
export async function makeJudgedReply(api: TestApi, { isClean = false } = {}): Promise<JudgedReply> {
  const text = `The Harrow Bridge was opened in ${isClean ? 1887 : 1889}.`;
  const { status, body } = await api.post('/v1/evaluate', {
    messages: [
      { role: 'system', content: 'Answer from the passage: The Harrow Bridge was opened in 1887.' },
      { role: 'user', content: `When was the Harrow Bridge opened? (${randomUUID()})` },
      { role: 'assistant', content: text },
    ],
  });
  if (status !== 200 || body.annotations.length !== (isClean ? 0 : 1))
    throw new Error(`evaluating responded ${status}: ${JSON.stringify(body)}`);
  const conversationId: string = body.conversation_id;
  const { messages } = (await api.get(`/v1/conversations/${conversationId}`)).body;
  const messageId: string = messages.at(-1)?.id ?? '';
  const finding = await mongoose.connection.collection('findings').findOne({ messageId });
  return { conversationId, messageId, findingId: String(finding?.findingId), text };
}
