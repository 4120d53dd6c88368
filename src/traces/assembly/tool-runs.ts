import type { NewMessage } from '../../conversations/conversation';
import type { GenAiSpan, ToolRun } from '../span';
import type { CallSpan } from './select-calls';
import { toDate } from './times';

export type ToolSpan = GenAiSpan & { tool: ToolRun };

/**
 * What the spans of tools add to what models were told of their results: which of them failed, and the results
 * that no model was told.
 */
export class ToolRuns {
  private readonly toldIds = new Set<string>();
  private readonly toldTexts = new Set<string>();
  private readonly failedIds = new Set<string>();
  private readonly failedTexts = new Set<string>();

  constructor(calls: CallSpan[], tools: ToolSpan[]) {
    const responses = calls
      .flatMap(({ call }) => call.inputs)
      .flatMap(({ parts }) => parts)
      .filter((part) => part.type === 'tool_call_response');
    for (const { id, response } of responses) {
      if (id !== null) this.toldIds.add(id);
      this.toldTexts.add(response);
    }
    for (const { tool, error } of tools) {
      if (error === null) continue;
      if (tool.callId !== null) this.failedIds.add(tool.callId);
      else if (tool.result) this.failedTexts.add(tool.result);
    }
  }

  /** Whether a message holds the result of a run that failed. */
  isFailure({ parts }: NewMessage): boolean {
    return parts.some(
      (part) =>
        part.type === 'tool_call_response' &&
        (this.failedIds.has(part.id ?? '') || this.failedTexts.has(part.response)),
    );
  }

  /**
   * The message that tells a run's result, when no model call's input does; `before` are the messages so far, in
   * which the call is looked for when the span does not name it.
   */
  untold({ tool, error, endMicros }: ToolSpan, before: NewMessage[]): NewMessage | null {
    const response = tool.result ?? error?.message ?? error?.type ?? null;
    if (response === null) return null;
    const isTold = tool.callId === null ? this.toldTexts.has(response) : this.toldIds.has(tool.callId);
    if (isTold) return null;
    const id = tool.callId ?? this.unansweredCall(tool.name, before);
    return {
      role: 'tool',
      name: tool.name,
      parts: [{ type: 'tool_call_response', id, response }],
      isError: error !== null,
      createdAt: toDate(endMicros),
    };
  }

  private unansweredCall(name: string | null, before: NewMessage[]): string | null {
    const parts = before.flatMap((message) => message.parts);
    const answered = new Set(parts.map((part) => (part.type === 'tool_call_response' ? part.id : null)));
    const call = parts.find(
      (part) =>
        part.type === 'tool_call' &&
        part.name === name &&
        part.id !== null &&
        !answered.has(part.id) &&
        !this.toldIds.has(part.id),
    );
    return call?.type === 'tool_call' ? call.id : null;
  }
}
