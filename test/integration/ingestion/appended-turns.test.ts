import { randomUUID } from 'node:crypto';
import type { CommandStartedEvent } from 'mongodb';
import mongoose from 'mongoose';
import type { GenAiSpan } from '../../../packages/formats';
import { ConversationModel } from '../../../src/conversations/storage/conversation.model';
import { messageCollection } from '../../../src/conversations/storage/stored-message.model';
import { useDatabase } from '../../support/database';
import { makeCall } from '../../support/spans';
import { traceServiceOf } from '../../support/trace-service';

useDatabase({ monitorCommands: 'true' });

const DAY_MS = 86_400_000;
const { traces } = traceServiceOf(async () => 30);

const LONG = 'Boats leave at nine, at noon and at four. '.repeat(500);
const PER_TURN = ['user: when', 'assistant: at nine'];

interface Chat {
  name: string;
  hasSession: boolean;
}

/** A call for each of the conversations: that of their turn with this number, with the whole history. */
function turnOf(chats: readonly Chat[], turn: number): GenAiSpan[] {
  return chats.map(({ name, hasSession }) => {
    const said = [`user: when, ${name}`, ...Array.from({ length: turn }, () => PER_TURN.toReversed()).flat()];
    return makeCall(
      { conversationKey: hasSession ? name : null, startMicros: (turn + 1) * 60_000_000 },
      [`system: ${LONG}`, ...said],
      ['assistant: at nine'],
    );
  });
}

/** The commands that MongoDB gets while `work` runs. */
async function commandsOf(work: () => Promise<unknown>): Promise<CommandStartedEvent[]> {
  const commands: CommandStartedEvent[] = [];
  const note = (event: CommandStartedEvent) => commands.push(event);
  const client = mongoose.connection.getClient();
  client.on('commandStarted', note);
  await work().finally(() => client.off('commandStarted', note));
  return commands;
}

async function appendTurn(
  count: number,
  hasSession: boolean,
): Promise<{ workspaceId: string; commands: CommandStartedEvent[] }> {
  const workspaceId = randomUUID();
  const chats = Array.from({ length: count }, (_, index) => ({ name: `chat ${index}`, hasSession }));
  await traces.storeSpans(workspaceId, turnOf(chats, 0));
  const commands = await commandsOf(() => traces.storeSpans(workspaceId, turnOf(chats, 1)));
  return { workspaceId, commands };
}

it.each([
  ['with a session', true],
  ['without a session', false],
])('needs as many commands for a turn of many conversations %s as for that of one', async (_, hasSession) => {
  const one = await appendTurn(1, hasSession);
  const many = await appendTurn(40, hasSession);

  const namesOf = ({ commands }: typeof one) => commands.map(({ commandName }) => commandName);
  expect(namesOf(many)).toEqual(namesOf(one));
  expect(one.commands.length).toBeGreaterThan(5);
  expect(await ConversationModel.countDocuments({ workspaceId: many.workspaceId })).toBe(40);
});

it('writes the new messages only, and renews the life of the others', async () => {
  const { workspaceId, commands } = await appendTurn(3, true);

  const { collectionName } = messageCollection();
  const writes = commands.flatMap(({ command }) =>
    command.update === collectionName ? command.updates : [],
  );
  const written = writes.filter((write: { multi?: boolean }) => !write.multi);
  expect(written).toHaveLength(3 * PER_TURN.length);
  const stored = await messageCollection().find({ workspaceId }).toArray();
  expect(stored).toHaveLength(3 * (1 + 2 * PER_TURN.length));
  expect(new Set(stored.map(({ storedAt }) => storedAt.getTime())).size).toBe(1);
  expect(new Set(stored.map(({ expireAt }) => expireAt?.getTime())).size).toBe(1);
  expect(stored[0]?.expireAt?.getTime()).toBe((stored[0]?.storedAt.getTime() ?? 0) + 30 * DAY_MS);
});
