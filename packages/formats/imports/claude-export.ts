import { cleanTags } from '../spans/conversation-facts';
import { fieldsOf, listOf } from '../values/fields';
import { known, textIn, timeIn } from '../values/known-values';
import { contentId, type MappedLine } from '../values/mapped-line';
import { toChatMessages } from './anthropic-messages';

/** A conversation of an export from claude.ai. */
export function mapClaudeExport(line: Record<string, unknown>, entries: unknown[]): MappedLine {
  return {
    conversation: {
      external_id: textIn(line.uuid) ?? contentId('anthropic', line),
      tags: cleanTags(textIn(line.name) === undefined ? [] : [['name', line.name]]),
      ...known({ created_at: timeIn(line.created_at) }),
      messages: entries.flatMap(readEntry),
    },
  };
}

function readEntry(value: unknown): Record<string, unknown>[] {
  const entry = fieldsOf(value);
  const role = entry.sender === 'human' ? 'user' : entry.sender;
  const blocks = listOf(entry.content);
  const own = toChatMessages(role, blocks.length > 0 ? blocks : (entry.text ?? ''));
  const attached = listOf(entry.attachments).flatMap((attachment) => {
    const { file_name: name, extracted_content: text } = fieldsOf(attachment);
    const content = [name, text].flatMap((part) => textIn(part) ?? []).join('\n');
    return content === '' ? [] : [{ role, content }];
  });
  const facts = known({ message_id: textIn(entry.uuid), created_at: timeIn(entry.created_at) });
  return [...attached, ...own].map((message) => ({ ...message, ...facts }));
}
