import { fieldsOf, listOf } from '../values/fields';
import { known, textIn, timeIn } from '../values/known-values';
import { contentId, type MapLine, type MappedLine, problemAt } from '../values/mapped-line';
import { readTokenUsage } from '../values/token-usage';
import { clientTools } from './client-tools';
import { type Exchange, readExchange } from './exchange';
import { isResponsesRequest, mapResponsesExchange } from './responses';

const FORMAT = 'openai-jsonl';

/**
 * JSONL of OpenAI's Chat Completions: lines of fine-tuning files, of preferences, and of requests with their
 * responses. Of several choices the first one is read.
 */
export const mapOpenAi: MapLine = (value) => {
  const line = fieldsOf(value);
  if (Array.isArray(line.messages)) return example(value, line, line.messages);
  if (Array.isArray(line.preferred_output)) {
    const input = fieldsOf(line.input);
    return example(value, input, [...listOf(input.messages), ...line.preferred_output]);
  }
  const exchange = readExchange(line, { requests: ['request', 'body'], responses: ['response'] });
  if (exchange === null) return problemAt(['messages'], 'should be messages, or a request and its response');
  if (!('request' in exchange)) return exchange;
  return isResponsesRequest(exchange.request) ? mapResponsesExchange(exchange) : completion(exchange);
};

function example(value: unknown, fields: Record<string, unknown>, messages: unknown[]): MappedLine {
  return { conversation: { external_id: contentId(FORMAT, value), tools: clientTools(fields), messages } };
}

function completion({ request, response, tags }: Exchange): MappedLine {
  if (!Array.isArray(request.messages)) return { ignored: 'not a request for a chat completion' };
  const [choice] = listOf(response.choices);
  if (choice === undefined) return { ignored: 'no choice in the response' };
  const { message, finish_reason: finishReason } = fieldsOf(choice);
  const { inputTokens, outputTokens } = readTokenUsage(response.usage);
  const createdAt = timeIn(response.created);
  const reply = {
    role: 'assistant',
    ...fieldsOf(message),
    ...known({
      model: textIn(response.model ?? request.model),
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      finish_reason: textIn(finishReason),
      created_at: createdAt,
    }),
  };
  return {
    conversation: {
      external_id: textIn(response.id) ?? contentId(FORMAT, { request, response }),
      tags,
      tools: clientTools(request),
      ...known({ created_at: createdAt }),
      messages: [...request.messages, reply],
    },
  };
}
