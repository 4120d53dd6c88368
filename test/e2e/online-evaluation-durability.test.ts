import { findOnlineEvaluation } from '../../src/access/workspaces/workspace-settings';
import { createOnlineEvaluationService } from '../../src/evaluation/online/online-evaluation.service';
import { createLogger } from '../../src/platform/logging';
import { connectMongo, disconnectMongo } from '../../src/platform/mongo/connection';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { useStack } from '../support/use-stack';

const REPLIES = 40;
/** Number of replies in flight per activity. */
const IN_FLIGHT = 10;

const models = new ModelServer();
afterAll(disconnectMongo); // before the service stops
const service = useStack(models);

beforeAll(async () => {
  models.otherwise({ kind: 'slow', ms: 400, next: { kind: 'json', value: { findings: [] } } });
  await connectMongo(service.stack.mongodbUri, { appName: 'assay-test', serverSelectionTimeoutMs: 5000 });
}, 180_000);

/** A workspace whose replies a model judges. */
async function makeWorkspace(): Promise<string> {
  const settings = { name: 'Watched', online_evaluation: { enabled: true } };
  const { body: workspace } = await service.stack.send('POST', '/v1/workspaces', { body: settings });
  const workspaceId: string = workspace.id;
  const judge = { name: 'Judge', kind: 'llm_judge', config: { model: 'judge' } };
  const { body: evaluator } = await service.stack.send('POST', '/v1/evaluators', {
    body: judge,
    workspaceId,
  });
  const path = `/v1/evaluators/${evaluator.id}`;
  await service.stack.send('PUT', path, { body: { is_default: true }, workspaceId });
  return workspaceId;
}

it('loses and repeats no evaluation if the worker is killed, with only the record in MongoDB', async () => {
  const workspaceId = await makeWorkspace();
  const turn = (index: number) => [
    { role: 'user', content: `What comes after ${index}?` },
    { role: 'assistant', content: `After ${index} comes ${index + 1}.` },
  ];
  const messages = Array.from({ length: REPLIES }, (_, index) => turn(index)).flat();
  const body = makeConversation({ messages });
  const { body: conversation } = await service.stack.send('POST', '/v1/conversations', { body, workspaceId });

  const { markDue } = createOnlineEvaluationService({
    workflows: { request: async () => undefined },
    settingsOf: findOnlineEvaluation,
    logger: createLogger('silent'),
  });
  await markDue(workspaceId, [conversation.id]);
  await eventually(async () => models.requests.length > IN_FLIGHT, 60_000);
  process.kill(service.stack.pids.worker, 'SIGKILL');

  const evaluations = await eventually(async () => {
    const read = await service.stack.send('GET', `/v1/conversations/${conversation.id}`, { workspaceId });
    return read.body.evaluations.length >= REPLIES && read.body.evaluations;
  }, 90_000);
  const judged = evaluations.map((one: { message_id: string }) => one.message_id);
  expect(new Set(judged).size).toBe(REPLIES);
  expect(judged).toHaveLength(REPLIES);
  expect(models.requests.length).toBeLessThanOrEqual(REPLIES + IN_FLIGHT);
}, 200_000);
