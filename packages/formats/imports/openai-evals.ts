import { cleanTags } from '../spans/conversation-facts';
import { fieldsOf, listOf } from '../values/fields';
import { known, textIn, timeIn } from '../values/known-values';
import { type MapLine, problemAt } from '../values/mapped-line';
import { readTokenUsage } from '../values/token-usage';
import { readLooseMessages } from './loose-messages';

/** The tag with the id of the run that generated a reply. */
export const EVAL_RUN_TAG = 'openai_eval_run';

const MAX_GRADERS = 20; // conversations have at most 32 tags

/** Output items of OpenAI's hosted Evals, which its API listed for each run: the sampled reply to the messages of an item. */
export const mapOpenAiEvals: MapLine = (value) => {
  const item = fieldsOf(value);
  const id = textIn(item.id);
  const run = textIn(item.run_id);
  if (item.object !== 'eval.run.output_item' || id === undefined || run === undefined)
    return problemAt(['object'], 'should be eval.run.output_item, with id and run_id');
  const sample = fieldsOf(item.sample);
  if (textIn(fieldsOf(sample.error).code) !== undefined) return { ignored: 'failed request' };
  const replies = readLooseMessages(listOf(sample.output));
  const reply = replies.at(-1);
  if (reply === undefined) return { ignored: 'no sampled reply' };
  const { inputTokens, outputTokens } = readTokenUsage(sample.usage);
  const createdAt = timeIn(item.created_at);
  Object.assign(reply, {
    role: 'assistant',
    ...known({
      model: textIn(sample.model),
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      finish_reason: textIn(sample.finish_reason),
      created_at: createdAt,
    }),
  });
  return {
    conversation: {
      external_id: id,
      tags: cleanTags([
        [EVAL_RUN_TAG, run],
        ['openai_eval', item.eval_id],
        ['openai_eval_item', item.datasource_item_id],
        ['openai_eval_status', item.status],
        ...graderTags(item.results),
      ]),
      ...known({ created_at: createdAt }),
      messages: [...readLooseMessages(listOf(sample.input)), ...replies],
    },
  };
};

function graderTags(results: unknown): [string, unknown][] {
  return listOf(results)
    .slice(0, MAX_GRADERS)
    .flatMap((result): [string, unknown][] => {
      const { name, passed } = fieldsOf(result);
      return typeof passed === 'boolean' ? [[`grader_${textIn(name) ?? ''}`, passed ? 'pass' : 'fail']] : [];
    });
}
