import { z } from 'zod';
import type { AssayClient } from '../../../packages/client';
import { conversationShape } from './detect-tool';
import { defineTool, type Tool } from './tool';

/** The service validates them, and its errors name what is wrong. */
type Messages = Parameters<AssayClient['detect']>[0];
type Settings = Parameters<AssayClient['detect']>[1];

/** What a contributor may do, if the server was started to allow it. */
export const writeTools: readonly Tool[] = [
  defineTool({
    name: 'detect_and_store',
    description:
      'Judges the last reply of a conversation with the evaluator of the workspace, and stores conversation and verdict. ' +
      'The evaluator may be a model that costs money.',
    isWrite: true,
    input: conversationShape,
    call: ({ messages, ...settings }, client, signal) =>
      client.detect(messages as Messages, settings as Settings, { signal }),
  }),
  defineTool({
    name: 'create_experiment',
    description:
      'Sends the conversations of a set to another model or prompt, and judges the new replies in the background. The calls ' +
      'cost money, at most `max_cost_cents`.',
    isWrite: true,
    input: {
      name: z.string().min(1),
      model: z.string().min(1),
      set: z.string().min(1).describe('A set of conversations: `name`, or `name@version`'),
      system_prompt: z.string().optional().describe('Replaces the system prompt of the conversations'),
      max_cost_cents: z.number().positive(),
    },
    call: async ({ system_prompt, ...input }, client, signal) => {
      const { conversation_ids: _, ...experiment } = await client.experiments.create(
        { ...input, system_prompt_override: system_prompt },
        { signal },
      );
      return experiment; // a set may have thousands of conversations
    },
  }),
];
