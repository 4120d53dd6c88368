import type { ToolRun } from '../spans/span';
import { fieldsOf, messageListOf } from '../values/fields';
import { parseValue } from '../values/json-text';
import { textIn } from '../values/known-values';
import { textOrNull } from '../values/texts';

const RETRIEVER = 'retriever';

/** A search whose documents are evidence like the result of a tool; null without documents. */
export function toRetrieval(name: unknown, texts: string[]): ToolRun | null {
  if (texts.length === 0) return null;
  return { callId: null, name: textOrNull(name) ?? RETRIEVER, result: texts.join('\n\n'), isRetrieval: true };
}

/** The texts of the documents that a retriever of LangChain, LlamaIndex or Haystack returned. */
export function documentTexts(output: unknown): string[] {
  const value = parseValue(output);
  const { documents, output: inner, nodes } = fieldsOf(value);
  const list = documents ?? nodes ?? inner ?? value;
  return messageListOf(list).flatMap((entry) => textOfDocument(entry) ?? []);
}

function textOfDocument(entry: unknown): string | undefined {
  const outer = fieldsOf(entry);
  const document = fieldsOf(outer.document ?? outer.node ?? outer.kwargs ?? outer);
  const { page_content: pageContent, pageContent: jsContent, content, text } = document;
  return (
    textIn(entry) ?? [pageContent, jsContent, content, text].map(textIn).find((one) => one !== undefined)
  );
}
