import { createHash } from 'node:crypto';
import { type RunningCommand, startAssay } from './assay-command';
import type { Behaviour, RecordedRequest, Script } from './model-server';
import { owner } from './owner';
import type { StackUnderTest } from './use-stack';

/** A number from 0 to 1 that follows from a seed. */
export function drawFor(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}

/** Stores conversations 0 to `count`-1 about a bridge; those that `isWrong` names have a reply with a wrong year. */
export async function storeQuestions(
  service: StackUnderTest,
  count: number,
  isWrong: (number: number) => boolean = () => false,
): Promise<string[]> {
  const lines = Array.from({ length: count }, (_, number) =>
    JSON.stringify({
      messages: [
        { role: 'system', content: 'Answer from the passage: The Harrow Bridge was opened in 1887.' },
        { role: 'user', content: `When was the Harrow Bridge opened? (question ${number})` },
        { role: 'assistant', content: replyOf(isWrong(number)) },
      ],
    }),
  );
  const { status, body } = await service.call(
    'POST',
    '/v1/conversations',
    lines.join('\n'),
    'application/x-ndjson',
  );
  if (status !== 201) throw new Error(`importing responded ${status}`);
  return (body as unknown as { conversation_ids: string[] }).conversation_ids;
}

const replyOf = (isWrong: boolean) => `The Harrow Bridge was opened in ${isWrong ? 1889 : 1887}.`;

/** A model that replies to the questions that `isWrong` names with a wrong year. */
export function bridgeModel(isWrong: (number: number, request: RecordedRequest) => boolean): Script {
  return (request): Behaviour => {
    const [, number = ''] = /\(question (\d+)\)/.exec(JSON.stringify(request.body.messages)) ?? [];
    return { kind: 'text', text: replyOf(isWrong(Number(number), request)) };
  };
}

/** Starts `assay gate …` against the service. */
export function startGate(
  service: StackUnderTest,
  args: string[],
  env: Record<string, string> = {},
): RunningCommand {
  return startAssay(['gate', ...args], {
    PATH: process.env.PATH,
    ASSAY_URL: service.stack.url,
    ASSAY_API_KEY: owner.apiKey,
    ASSAY_WORKSPACE_ID: service.workspaceId,
    ...env,
  });
}
