import { z } from 'zod';
import { MAX_MESSAGES } from '../model/message';
import { messagesSchema } from '../openai-chat/chat-message.schema';
import { importMessageSchema } from '../openai-chat/import-message.schema';
import { responsesItemSchema } from './responses-item.schema';
import { toImportMessages } from './responses-items';

/** Messages of the chat form and items of the Responses API, in any order; the output has messages alone. */
export const importMessagesSchema = messagesSchema(
  z.union([responsesItemSchema, importMessageSchema]).meta({ id: 'ImportEntry' }),
).transform((entries, context) => {
  const messages = toImportMessages(entries);
  if (messages.length >= 1 && messages.length <= MAX_MESSAGES) return messages;
  context.addIssue({
    code: 'custom',
    input: null,
    message: `the items make ${messages.length} messages; accepted are 1 to ${MAX_MESSAGES}`,
  });
  return z.NEVER;
});
