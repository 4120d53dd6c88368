import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { claim, enterFreshWorkspace, send } from '../support/optimization-runs';
import { useApi } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker(), 60_000);
beforeEach(() => enterFreshWorkspace(api));

const PASSAGE =
  'Answer from the passage: The Harrow Bridge was opened in 1887 and is 214 metres long. It was designed by Ada Quill, ' +
  'who had won a competition against eleven other engineers of the county. The bridge replaced a ferry that had crossed ' +
  'the river since 1702.';
const QUESTION = 'When was the Harrow Bridge opened?';

function conversationWith(system: string) {
  return {
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: QUESTION },
      { role: 'assistant', content: 'It was opened in 1887.' },
    ],
  };
}

async function create(request: Record<string, unknown>): Promise<Schemas['Experiment']> {
  const { status, body } = await api.post('/v1/experiments', { name: 'Templates', model: 'm', ...request });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

async function endedItem(id: string) {
  await eventually(async () => (await api.get(`/v1/experiments/${id}`)).body.completed_at !== null, 60_000);
  const { body } = await api.get(`/v1/experiments/${id}/items`);
  return (await api.get(`/v1/experiments/${id}/items/${body.items[0]?.id}`)).body;
}

const sentTexts = () =>
  models
    .requestsFor('m')
    .at(-1)
    ?.body.messages.map(({ content }) => content);
const dropped = (count: number) => [
  { code: 'system_text_not_sent', items_count: count, message: expect.stringContaining('{{system_prompt}}') },
];

it('inserts the original system prompt where the template says, without a warning', async () => {
  models.on('m', { kind: 'text', text: 'It was opened in 1887.' });
  const conversation_ids = await importConversations(api, 1, conversationWith(PASSAGE));

  const { id, warnings } = await create({
    conversation_ids,
    system_prompt_override: 'Be brief.\n{{system_prompt}}\nBe exact.',
  });

  expect(warnings).toEqual([]);
  expect(await endedItem(id)).toMatchObject({ status: 'completed', issue_count: 0 });
  expect(sentTexts()).toEqual([`Be brief.\n${PASSAGE}\nBe exact.`, QUESTION]);
});

it('judges against what the override leaves out, at places that readers find in the conversation', async () => {
  models.on('m', { kind: 'text', text: 'The bridge is 214 metres long and was opened in 1889.' });
  const conversation_ids = await importConversations(api, 1, conversationWith(PASSAGE));

  const { id, warnings } = await create({ conversation_ids, system_prompt_override: 'Be exact.' });

  expect(warnings).toEqual(dropped(1));
  const { annotations, baseline_annotations } = await endedItem(id);
  expect(sentTexts()).toEqual(['Be exact.', QUESTION]);
  expect(baseline_annotations).toEqual([]);
  // 214 is in the passage, which was not sent.
  expect(annotations).toMatchObject([{ text: '1889' }]);
  const [place] = annotations?.[0]?.evidence ?? [];
  expect(place).toMatchObject({ message_index: 0, message_part_index: 0 });
  expect(PASSAGE.slice(place?.start_offset, place?.end_offset)).toContain('1887');
});

it('accepts what the template states as evidence, at its place in the template', async () => {
  models.on('m', { kind: 'text', text: 'A ticket for the bridge costs 9 crowns.' });
  const conversation_ids = await importConversations(api, 1, conversationWith('Be polite.'));
  const template = 'Be exact. {{system_prompt}} A ticket for the bridge costs 7 crowns.';

  const { id } = await create({ conversation_ids, system_prompt_override: template });

  const { annotations } = await endedItem(id);
  expect(annotations).toMatchObject([{ text: expect.stringContaining('9') }]);
  const [place] = annotations?.[0]?.evidence ?? [];
  expect(place?.message_index).toBe(2); // the replayed reply's
  expect(template.slice(place?.start_offset, place?.end_offset)).toContain('7');
});

it('counts the conversations of which long system text is in nothing that is sent', async () => {
  const long = await importConversations(api, 2, conversationWith(PASSAGE));
  const short = await importConversations(api, 1, conversationWith('Be polite.'));
  const repeated = await importConversations(api, 1, {
    messages: [
      { role: 'system', content: PASSAGE },
      { role: 'user', content: `${PASSAGE}\n${QUESTION}` },
      { role: 'assistant', content: 'It was opened in 1887.' },
    ],
  });
  const conversation_ids = [...long, ...short, ...repeated];

  const warningsOf = async (request: Record<string, unknown>) =>
    (await create({ conversation_ids, ...request })).warnings;

  expect(await warningsOf({ system_prompt_override: 'Be exact.' })).toEqual(dropped(2));
  expect(await warningsOf({})).toEqual([]);
  expect(await warningsOf({ system_prompt_override: `Be exact. ${PASSAGE}` })).toEqual([]);
  expect(await warningsOf({ system_prompt_override: 'Be exact.', pass_through: true })).toEqual([]);
});

it('warns on runs, candidates and their experiments', async () => {
  models.otherwise({ kind: 'text', text: 'It was opened in 1887.' });
  const conversation_ids = await importConversations(api, 2, conversationWith(PASSAGE));
  const run = await api.post('/v1/optimization-runs', {
    name: 'Run',
    model: 'm',
    conversation_ids,
    system_prompt: 'Be exact.',
    objective: { metric: 'issue_rate', direction: 'minimize' },
  });
  expect(run.body.warnings).toEqual(dropped(2));
  const { lease } = (await claim(api)).body;
  const propose = async (texts: Record<string, unknown>) =>
    (
      await send(api, run.body.id, 'candidates', {
        lease_id: lease.lease_id,
        candidate_key: JSON.stringify(texts),
        ...texts,
      })
    ).body;

  const dropping = await propose({ system_prompt: 'Be brief.' });
  const inserting = await propose({ system_prompt: 'Be brief. {{system_prompt}}' });
  const other = await propose({ model: 'n' });
  expect(dropping.warnings).toEqual(dropped(2));
  expect(inserting.warnings).toEqual([]);
  expect(other.warnings).toEqual(dropped(2));

  const candidates = await eventually(async () => {
    const { items } = (await api.get(`/v1/optimization-runs/${run.body.id}/candidates`)).body;
    return items.every(({ status }) => status === 'measured') && items;
  }, 60_000);
  expect(candidates.map(({ warnings }) => warnings.length)).toEqual([1, 0, 1]);
  const experiment = await api.get(`/v1/experiments/${candidates[0]?.experiment_id}`);
  expect(experiment.body.warnings).toEqual(dropped(2));
});

it('refuses a template that inserts the original twice', async () => {
  const conversation_ids = await importConversations(api, 1);
  const template = '{{system_prompt}} {{ system_prompt }}';

  const refused = await api.post('/v1/experiments', {
    name: 'Twice',
    model: 'm',
    conversation_ids,
    system_prompt_override: template,
  });

  expect(refused).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'system_prompt_override'], type: 'value_error' }] },
  });
});
