import type { Message } from '../model/message';
import type { CallSpan, GenAiSpan, ToolRun } from '../spans/span';
import { toDate } from './times';

export type ToolSpan = GenAiSpan & { tool: ToolRun };

/** The result of a run that no model call has. */
interface ToolMessage extends Message {
  isError: boolean;
  createdAt: Date;
}

/**
 * What the spans of tools add to the results in model calls: which of them failed, and results that no model
 * call has.
 */
export class ToolRuns {
  private readonly reportedIds = new Set<string>();
  private readonly toldTexts = new Set<string>();
  private readonly failedIds = new Set<string>();
  private readonly failedTexts = new Set<string>();
  /** Of the messages read so far: the ids of calls by tool name, in order, and the ids with a result. */
  private readonly calledIds = new Map<string, Set<string>>();
  private readonly calledNames = new Set<string>();
  private readonly idsWithResult = new Set<string>();
  private readCount = 0;

  constructor(calls: CallSpan[], tools: ToolSpan[]) {
    const responses = calls
      .flatMap(({ call }) => [...call.inputs, ...call.outputs])
      .flatMap(({ parts }) => parts)
      .filter((part) => part.type === 'tool_call_response');
    for (const { id, response } of responses) {
      if (id !== null) this.reportedIds.add(id);
      this.toldTexts.add(response);
    }
    for (const { tool, error } of tools) {
      if (error === null) continue;
      if (tool.callId !== null) this.failedIds.add(tool.callId);
      else if (tool.result) this.failedTexts.add(tool.result);
    }
  }

  /** Whether a message is the result of a failed run. */
  isFailure({ parts }: Message): boolean {
    return parts.some(
      (part) =>
        part.type === 'tool_call_response' &&
        (this.failedIds.has(part.id ?? '') || this.failedTexts.has(part.response)),
    );
  }

  /**
   * The message with a run's result, if no model call has it as input. `before` are the messages so far, in which
   * the call is searched by the name of the tool if the span does not name it; if each call of the tool has a
   * result, the run is one of theirs.
   */
  missingResult({ tool, error, endMicros }: ToolSpan, before: readonly Message[]): ToolMessage | null {
    const response = tool.result ?? error?.message ?? error?.type ?? null;
    if (response === null) return null;
    const isTold = tool.callId === null ? this.toldTexts.has(response) : this.reportedIds.has(tool.callId);
    if (isTold) return null;
    this.read(before);
    const id = tool.callId ?? this.callWithoutResult(tool.name);
    if (id === null && this.isOneOfTheCalls(tool)) return null;
    return {
      role: 'tool',
      name: tool.name,
      parts: [{ type: 'tool_call_response', id, response }],
      isError: error !== null,
      createdAt: toDate(endMicros),
    };
  }

  /** Each message is read once: there may be thousands of messages and runs. */
  private read(messages: readonly Message[]): void {
    for (const part of messages.slice(this.readCount).flatMap(({ parts }) => parts)) {
      if (part.type === 'tool_call_response' && part.id !== null) this.idsWithResult.add(part.id);
      if (part.type !== 'tool_call' || part.id === null) continue;
      const ids = this.calledIds.get(part.name) ?? new Set();
      this.calledIds.set(part.name, ids.add(part.id));
      this.calledNames.add(part.name);
    }
    this.readCount = messages.length;
  }

  /** A run that does not even name its tool, like OpenAI's handoffs, is one of any calls. */
  private isOneOfTheCalls({ name }: ToolRun): boolean {
    return name === null ? this.calledNames.size > 0 : this.calledNames.has(name);
  }

  private callWithoutResult(name: string | null): string | null {
    const ids = name === null ? undefined : this.calledIds.get(name);
    for (const id of ids ?? []) {
      if (!this.idsWithResult.has(id) && !this.reportedIds.has(id)) return id;
      ids?.delete(id);
    }
    return null;
  }
}
