import { readTools } from '../recorded/chat-messages';
import { cleanTags } from '../spans/conversation-facts';
import { fieldsOf, listOf } from '../values/fields';
import { parseText } from '../values/json-text';
import { textIn } from '../values/known-values';
import { contentId, type MapLine, problemAt } from '../values/mapped-line';
import { readLooseMessages } from './loose-messages';

/** Rows of ShareGPT's form: `conversations` of {from, value}, with `system` and `tools` as LLaMA-Factory adds them. */
export const mapShareGpt: MapLine = (value) => {
  const row = fieldsOf(value);
  const entries = row.conversations ?? row.conversation;
  if (!Array.isArray(entries)) return problemAt(['conversations'], 'should be a list of {from, value}');
  const system = textIn(row.system);
  const tools = typeof row.tools === 'string' ? parseText(row.tools) : row.tools;
  return {
    conversation: {
      external_id: contentId('sharegpt', value),
      tags: cleanTags([['id', row.id]]),
      tools: readTools(listOf(tools)),
      messages: readLooseMessages(
        system === undefined ? entries : [{ from: 'system', value: system }, ...entries],
      ),
    },
  };
};
