import type { NewMessage } from '../../conversations/transcript/conversation';
import type { GenAiSpan, ToolRun } from '../span/span';
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
  /** Of the messages that were read so far, by the tool's name the ids of calls in order, and the ids with a result. */
  private readonly calledIds = new Map<string, Set<string>>();
  private readonly answeredIds = new Set<string>();
  private readCount = 0;

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
   * The message that tells a run's result, when no model call's input does; `before` are the messages so far, those
   * of the last time first, in which the call is looked for when the span does not name it.
   */
  untold({ tool, error, endMicros }: ToolSpan, before: NewMessage[]): NewMessage | null {
    const response = tool.result ?? error?.message ?? error?.type ?? null;
    if (response === null) return null;
    const isTold = tool.callId === null ? this.toldTexts.has(response) : this.toldIds.has(tool.callId);
    if (isTold) return null;
    this.read(before);
    const id = tool.callId ?? this.unansweredCall(tool.name);
    return {
      role: 'tool',
      name: tool.name,
      parts: [{ type: 'tool_call_response', id, response }],
      isError: error !== null,
      createdAt: toDate(endMicros),
    };
  }

  /** Each message is read once: there may be thousands of them, and of runs. */
  private read(messages: NewMessage[]): void {
    for (const part of messages.slice(this.readCount).flatMap(({ parts }) => parts)) {
      if (part.type === 'tool_call_response' && part.id !== null) this.answeredIds.add(part.id);
      if (part.type !== 'tool_call' || part.id === null) continue;
      const ids = this.calledIds.get(part.name) ?? new Set();
      this.calledIds.set(part.name, ids.add(part.id));
    }
    this.readCount = messages.length;
  }

  private unansweredCall(name: string | null): string | null {
    const ids = name === null ? undefined : this.calledIds.get(name);
    for (const id of ids ?? []) {
      if (!this.answeredIds.has(id) && !this.toldIds.has(id)) return id;
      ids?.delete(id);
    }
    return null;
  }
}
