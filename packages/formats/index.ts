/** The door of the library: what is not exported here is its own. */
export {
  type Message,
  type MessagePart,
  type MessageRole,
  messageRoles,
  partText,
  type ShownPart,
  type ToolDefinition,
} from './message';
export { audioPart, filePart, imagePart } from './openai-media';
export {
  fromOpenAI,
  type OpenAIMessage,
  reasoningOf,
  toOpenAI,
  toOpenAIMessages,
} from './openai-messages';
export { toolToOpenAI } from './openai-tools';
export { isSpoken } from './spoken-reply';
