import { fieldsOf, listOf } from '../values/fields';
import { known, textIn, tokensIn } from '../values/known-values';
import { contentId, type MapLine, type MappedLine, problemAt } from '../values/mapped-line';
import { systemMessages, toChatMessages, toolsOf } from './anthropic-messages';
import { mapClaudeExport } from './claude-export';
import { type Exchange, readExchange } from './exchange';

const FORMAT = 'anthropic';

/**
 * Requests to Anthropic's Messages API: with their responses, or with the reply as their last message; and the
 * conversations of an export from claude.ai.
 */
export const mapAnthropic: MapLine = (value) => {
  const line = fieldsOf(value);
  if (Array.isArray(line.chat_messages)) return mapClaudeExport(line, line.chat_messages);
  if (Array.isArray(line.messages)) {
    return {
      conversation: {
        external_id: contentId(FORMAT, value),
        tools: toolsOf(line),
        messages: history(line),
      },
    };
  }
  const exchange = readExchange(line, {
    requests: ['request', 'params', 'body'],
    responses: ['response', 'result', 'message'],
  });
  if (exchange === null) {
    return problemAt(['messages'], 'should be messages, a request and its response, or chat_messages');
  }
  return 'request' in exchange ? message(exchange) : exchange;
};

function message({ request, response, tags }: Exchange): MappedLine {
  if (!Array.isArray(request.messages)) return problemAt(['request', 'messages'], 'should be a list');
  const usage = fieldsOf(response.usage);
  const facts = known({
    message_id: textIn(response.id),
    model: textIn(response.model ?? request.model),
    provider: 'anthropic',
    input_tokens: inputTokens(usage),
    output_tokens: tokensIn(usage.output_tokens),
    finish_reason: textIn(response.stop_reason),
  });
  const [first, ...others] = toChatMessages('assistant', response.content);
  if (first === undefined) return { ignored: 'no content in the response' };
  return {
    conversation: {
      external_id: textIn(response.id) ?? contentId(FORMAT, { request, response }),
      tags,
      tools: toolsOf(request),
      messages: [...history(request), { ...first, ...facts }, ...others],
    },
  };
}

function history(request: Record<string, unknown>): unknown[] {
  return [
    ...systemMessages(request.system),
    ...listOf(request.messages).flatMap((entry) => {
      const { role, content } = fieldsOf(entry);
      return toChatMessages(role, content);
    }),
  ];
}

/** All tokens of the prompt: those of the cache are counted apart. */
function inputTokens(usage: Record<string, unknown>): number | null {
  const uncached = tokensIn(usage.input_tokens);
  if (uncached === null) return null;
  const cached = [usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
  return cached.reduce<number>((sum, count) => sum + (tokensIn(count) ?? 0), uncached);
}
