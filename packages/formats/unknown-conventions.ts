/**
 * Attributes of model calls in conventions that no reader reads: a name that belongs to a library for language models,
 * with what a call has. Names that libraries add to all spans, such as the ids of sessions, do not match.
 */
const modelKey =
  /^(ai|anthropic|autogen|bedrock|braintrust|cohere|crewai|dspy|gemini|gen_?ai|haystack|langchain|langgraph|litellm|lk|llama_?index|llm|mistral|mlflow|ollama|openai|smolagents|vertexai|weave)[._](.+[._])?(chat|completion|input|message|output|prompt|response|token|usage)/i;

const genAiMessageKey = /^gen_ai\.((input|output)\.messages$|(prompt|completion)(\.|$))/;

const contentKey =
  /(?:^|[._])(?:prompt|completion|input|output|message|response|request|content|question|answer|reply|text)s?(?:[._]|$)/i;

const otherKey = /^(?:gen_ai|http|url|server|client|network|net|rpc|code|exception|error|thread|process)\./;

/** The names whose values look like what a model received or wrote: texts of several words, or JSON. */
export function contentKeys(attributes: ReadonlyMap<string, unknown>): string[] {
  return [...attributes].flatMap(([name, value]) => {
    const isContent = typeof value === 'string' && /\s|^[[{]/.test(value.trim());
    return isContent && contentKey.test(name) && !otherKey.test(name) ? [name] : [];
  });
}

/** The names that show that a span, which has no marker of a convention, is about a model. */
export function unknownModelKeys(names: string[]): string[] {
  return names.filter((name) => modelKey.test(name));
}

/** The names with messages of a span of `gen_ai.*`: nothing reads them if its operation is unknown. */
export function genAiMessageKeys(names: string[]): string[] {
  return names.filter((name) => genAiMessageKey.test(name));
}
