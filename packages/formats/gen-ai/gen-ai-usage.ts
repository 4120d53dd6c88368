import { type Attributes, textAttribute, tokensAttribute } from '../otlp/attributes';

export function inputTokensOf(attributes: Attributes): number | null {
  return tokensAttribute(attributes, 'gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens');
}

export function outputTokensOf(attributes: Attributes): number | null {
  return tokensAttribute(attributes, 'gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens');
}

export function modelOf(attributes: Attributes): string | null {
  return textAttribute(attributes, ['gen_ai.response.model', 'gen_ai.request.model']);
}
