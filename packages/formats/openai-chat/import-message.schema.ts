import { z } from 'zod';
import { costSchema, latencySchema, tokenCountSchema } from '../model/generation';
import { timeSchema } from '../values/time.schema';
import { chatMessageShape, checkMessage, messageConditions } from './chat-message.schema';

/** What an import says about a message beyond its content. */
export const importFields = {
  message_id: z.string().min(1).max(128).nullish().describe('Your own id of the message'),
  created_at: timeSchema.nullish(),
  model: z.string().min(1).max(255).nullish(),
  provider: z.string().min(1).max(255).nullish(),
  input_tokens: tokenCountSchema.nullish(),
  output_tokens: tokenCountSchema.nullish(),
  latency_ms: latencySchema.nullish(),
  cost_usd: costSchema.nullish(),
  is_error: z.boolean().nullish().describe('The tool failed'),
  finish_reason: z.string().min(1).max(255).nullish(),
  agent_name: z.string().min(1).max(255).nullish().describe('The agent that wrote it'),
  prompt_version: z.string().min(1).max(255).nullish().describe('Of the prompt that wrote it'),
};

/** A message of an import in OpenAI's chat form. */
export const importMessageSchema = z
  .looseObject({ ...chatMessageShape, ...importFields })
  .superRefine(checkMessage)
  .meta({ id: 'ImportMessage', ...messageConditions });
export type ImportMessage = z.output<typeof importMessageSchema>;
