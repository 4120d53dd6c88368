import { z } from 'zod';
import type { LineJudge } from '../detect/line-judge';
import { toResultWire } from '../detect/result-line';
import { defineTool, type Tool } from './tool';

const messageSchema = z.looseObject({ role: z.string() }).describe('A message in the format of OpenAI');

export const conversationShape = {
  messages: z
    .array(messageSchema)
    .min(1)
    .describe('The conversation; its last message is the reply to judge'),
  tools: z
    .array(z.looseObject({ type: z.string() }))
    .optional()
    .describe('The tools that the model was offered'),
};

/** Judges on this machine, so that nothing is stored. */
export function createDetectTool(judge: LineJudge): Tool {
  return defineTool({
    name: 'detect',
    description:
      'Finds what the last reply of a conversation invented: each unsupported span with its reason and evidence. The ' +
      'embedded evaluator judges on this machine; nothing is stored or sent.',
    input: conversationShape,
    call: async (conversation) => {
      const bytes = Buffer.from(JSON.stringify(conversation));
      return toResultWire(await judge.judge({ number: 1, bytes }), null);
    },
  });
}
