import type { ImportFormat } from '../../../src/conversations/wire/import-format';
import { openLineReader } from '../../../src/importers/open-line-reader';

/** What an import reads of a line, in short: `role: part | part`, or the problems, or the reason to ignore it. */
export function readLine(format: ImportFormat, value: unknown): string[] {
  const outcome = openLineReader(format, 'w')(value);
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

/** The conversation of a line. */
export function conversationOf(format: ImportFormat, value: unknown) {
  const outcome = openLineReader(format, 'w')(value);
  if (!('conversation' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.conversation;
}
