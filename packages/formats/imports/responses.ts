import { fieldsOf, listOf } from '../values/fields';
import { known, textIn, timeIn } from '../values/known-values';
import { contentId, type MapLine, type MappedLine, problemAt } from '../values/mapped-line';
import { readTokenUsage } from '../values/token-usage';
import { clientTools } from './client-tools';
import { type Exchange, readExchange } from './exchange';

type Fields = Record<string, unknown>;

/** Requests to OpenAI's Responses API with their responses, or responses with the field `input` added. */
export const mapResponses: MapLine = (value) => {
  const line = fieldsOf(value);
  if (Array.isArray(line.output)) {
    return mapResponsesExchange({ request: line, response: line, tags: {} });
  }
  const exchange = readExchange(line, { requests: ['request', 'body'], responses: ['response'] });
  if (exchange === null) {
    return problemAt(['output'], 'should be a response with its input, or a request and its response');
  }
  return 'request' in exchange ? mapResponsesExchange(exchange) : exchange;
};

export function isResponsesRequest(request: Fields): boolean {
  return request.input !== undefined && request.messages === undefined;
}

/** One exchange; its input has the turns before it only if the client sent them. */
export function mapResponsesExchange({ request, response, tags }: Exchange): MappedLine {
  const { input } = request;
  if (response.status === 'failed') return { ignored: 'failed request' };
  if (typeof input !== 'string' && !Array.isArray(input)) {
    return problemAt(['input'], 'the input of the response is missing');
  }
  const earlier = request.previous_response_id ?? response.previous_response_id;
  if (textIn(earlier) !== undefined) {
    return problemAt(['previous_response_id'], 'send the turns before it: their content is not here');
  }
  const createdAt = timeIn(response.created_at);
  return {
    conversation: {
      external_id: textIn(response.id) ?? contentId('responses', { request, response }),
      tags,
      tools: clientTools(request),
      ...known({ created_at: createdAt }),
      messages: [
        ...instructions(request.instructions ?? response.instructions),
        ...(typeof input === 'string' ? [{ role: 'user', content: input }] : input.map(bareMessage)),
        ...output(response, createdAt),
      ],
    },
  };
}

function instructions(value: unknown): unknown[] {
  const text = textIn(value);
  return text === undefined ? listOf(value).map(bareMessage) : [{ role: 'system', content: text }];
}

/** The items that the model wrote; the first one that is stored has the counts of the call. */
function output(response: Fields, createdAt: string | undefined): unknown[] {
  const { inputTokens, outputTokens } = readTokenUsage(response.usage);
  const counts = { input_tokens: inputTokens, output_tokens: outputTokens };
  const common = {
    model: textIn(response.model),
    finish_reason: textIn(fieldsOf(response.incomplete_details).reason ?? response.status),
    created_at: createdAt,
  };
  const items = listOf(response.output);
  const first = items.findIndex((item) => {
    const { type } = fieldsOf(item);
    return type === 'message' || textIn(type)?.endsWith('_call');
  });
  return items.map((item, index) =>
    typeof item === 'object' && item !== null
      ? { ...fieldsOf(bareMessage(item)), ...known({ ...common, ...(index === first && counts) }) }
      : item,
  );
}

/** A message without what only the API needs; other items unchanged. */
function bareMessage(item: unknown): unknown {
  const fields = fieldsOf(item);
  if (fields.role === undefined) return item;
  const { type: _type, id, status: _status, ...message } = fields;
  return { ...message, ...known({ message_id: textIn(id) }) };
}
