import { readTools } from '../recorded/chat-messages';
import { cleanTags } from '../spans/conversation-facts';
import { fieldsOf, listOf } from '../values/fields';
import { parseText } from '../values/json-text';
import { contentId, type MapLine, problemAt } from '../values/mapped-line';
import { readLooseMessages } from './loose-messages';

/**
 * Rows of conversational data sets of Hugging Face: `messages`, `conversations` of {role, content}, or `prompt` with
 * `completion` or `chosen`, as text or messages.
 */
export const mapHfChat: MapLine = (value) => {
  const row = fieldsOf(value);
  const entries = entriesOf(row);
  if (entries === null) {
    return problemAt(['messages'], 'should be a list of {role, content}, or prompt and completion');
  }
  const tools = typeof row.tools === 'string' ? parseText(row.tools) : row.tools;
  return {
    conversation: {
      external_id: contentId('hf-chat', value),
      tags: cleanTags([
        ['id', row.id ?? row.prompt_id],
        ['source', row.source],
      ]),
      tools: readTools(listOf(tools)),
      messages: readLooseMessages(entries),
    },
  };
};

function entriesOf(row: Record<string, unknown>): unknown[] | null {
  const whole = [row.messages, row.conversations].find(Array.isArray);
  if (whole !== undefined) return whole;
  const reply = row.completion ?? row.chosen;
  const replies = typeof reply === 'string' ? [{ role: 'assistant', content: reply }] : reply;
  if (!Array.isArray(replies)) return null;
  // A data set of preferences may repeat the prompt in each of its sides.
  const repeats = replies.some((entry) => fieldsOf(entry).role === 'user');
  if (repeats) return replies;
  const { prompt } = row;
  return [...(typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : listOf(prompt)), ...replies];
}
