import type { ImportFormat } from '../../../../../packages/formats';
import type { LineOutcome } from '../../../../../src/conversations/transfer/line-reader';
import { openLineReader } from '../../../../../src/conversations/transfer/open-line-reader';

/** What `readLine` returns for the conversation that the formats have in common. */
export const timetableTurns = [
  'system: Use the timetable.',
  'user: When is the first boat?',
  'assistant: call call_1 look_up {"day":"Sunday"}',
  'tool: result call_1 11:15',
  'assistant: At 07:40.',
];

/** What an import reads of lines, in short: `role: part | part`, or the problems, or the reason to ignore it. */
export function readLine(format: ImportFormat, ...values: unknown[]): string[] {
  return readAll(format, values).flatMap(describe);
}

/** The outcomes of lines. */
export function readAll(format: ImportFormat, values: readonly unknown[]): LineOutcome[] {
  const reader = openLineReader(format, 'w');
  const lines = values.map((value, index) => ({
    number: index + 1,
    value,
    bytes: JSON.stringify(value).length,
  }));
  const steps = [...lines.flatMap((line) => [...reader.read(line)]), ...reader.end()];
  return steps.filter((step) => step !== undefined);
}

function describe(outcome: LineOutcome): string[] {
  if ('problems' in outcome) return outcome.problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  if ('ignored' in outcome) return [outcome.ignored];
  return outcome.conversation.messages.map(({ role, parts, isError }) => {
    const texts = parts.map((part) => {
      switch (part.type) {
        case 'text':
          return part.content;
        case 'tool_call':
          return `call ${part.id} ${part.name} ${part.arguments}`;
        case 'tool_call_response':
          return `result ${part.id} ${part.response}`;
        default:
          return `${part.type} ${JSON.stringify(Object.values(part).slice(1))}`;
      }
    });
    return `${role}${isError ? ' (failed)' : ''}: ${texts.join(' | ')}`;
  });
}

/** The only conversation of lines. */
export function conversationOf(format: ImportFormat, ...values: unknown[]) {
  const [outcome] = readAll(format, values);
  if (outcome === undefined || !('conversation' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.conversation;
}
