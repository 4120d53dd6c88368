import type { ImportMessage } from '../openai-chat/import-message.schema';
import { asText } from '../values/texts';
import type { ResponsesItem } from './responses-item.schema';

type Content = ImportMessage['content'];

/** What a tool that OpenAI ran has returned; an empty text if the item does not say. */
export function contentOfHostedCall(item: ResponsesItem): Content {
  switch (item.type) {
    case 'mcp_call':
      return item.output ?? asText(item.error);
    case 'file_search_call':
      return listOf(item.results)
        .map(({ filename, text }) => [filename, text].filter((line) => typeof line === 'string').join('\n'))
        .join('\n\n');
    case 'code_interpreter_call':
      return listOf(item.outputs).flatMap(({ logs, url }) => [
        ...(typeof logs === 'string' ? [{ type: 'text' as const, text: logs }] : []),
        ...(typeof url === 'string' ? [imageOf(url)] : []),
      ]);
    case 'image_generation_call':
      return typeof item.result === 'string' ? [imageOf(`data:image/png;base64,${item.result}`)] : '';
    default:
      return '';
  }
}

/** What the client returned for a built-in tool: a text, a screenshot, or the JSON of anything else. */
export function contentOfClientOutput(output: unknown): Content {
  const { image_url: url } = (output ?? {}) as { image_url?: unknown };
  return typeof url === 'string' ? [imageOf(url)] : asText(output);
}

function imageOf(url: string) {
  return { type: 'image_url' as const, image_url: { url } };
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}
