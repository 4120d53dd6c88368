import { AssayClient, NotFoundError } from '../../packages/client';
import { makeWorkspace, makeWorkspaceKey } from '../support/people';
import { passTo, ScriptedServer } from '../support/scripted-server';
import { useApi } from '../support/use-api';

const api = useApi();
const link = new ScriptedServer();
let client: AssayClient;

beforeAll(async () => {
  await link.start();
  const { key } = await makeWorkspaceKey(api, await makeWorkspace(api));
  client = new AssayClient({ baseUrl: link.url, apiKey: key });
});
afterAll(() => link.stop());

/** The next response of the service is lost on its way to the client. */
function loseNextResponse(): void {
  link.requests.length = 0;
  link.respond = async (request) => {
    const reply = await passTo(api.url, request);
    return link.requests.length === 1 ? 'cut' : reply;
  };
}

const createConversation = () =>
  client.conversations.create({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ],
  });

it('creates once what is created again because the response was lost', async () => {
  loseNextResponse();

  const { id } = await createConversation();

  expect(link.requests.length).toBe(2);
  expect((await client.conversations.list().toArray()).map((stored) => stored.id)).toEqual([id]);
});

it('treats a retried deletion as successful', async () => {
  const { id } = await createConversation();
  loseNextResponse();

  await client.conversations.delete(id);

  expect(link.requests.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  await expect(client.conversations.delete(id)).rejects.toThrow(NotFoundError);
});
