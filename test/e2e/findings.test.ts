import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { makeFinding } from '../support/judges';
import { ModelServer } from '../support/model-server';
import { owner } from '../support/owner';
import { makeWorkspace } from '../support/people';
import { findPyarrow, readParquet } from '../support/python-parquet';
import { problems } from '../support/refusal';
import { collection, storeCopies } from '../support/stored-copies';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
beforeAll(() => api.startWorker());

describe('findings', () => {
  afterAll(() => expect(contract.unwitnessed('Findings')).toEqual([]));

  const rows = () => mongoose.connection.collection<{ _id: string; workspaceId: string }>('findings');

  async function makeJudge(): Promise<string> {
    const body = { name: randomUUID(), kind: 'llm_judge', config: { model: 'judge', verify: false } };
    return (await api.post('/v1/evaluators', body)).body.id;
  }

  /** Detects with a judge that reports the quotes; returns the response. */
  async function detect(quotes: string[], evaluatorId: string, changes: object = {}) {
    models.on('judge', () => ({
      kind: 'json',
      value: { findings: quotes.map((quote) => makeFinding(quote)) },
    }));
    const { status, body } = await api.post('/v1/detect-hallucinations', {
      ...makeConversation(),
      generation_info: { model: 'gpt-old' },
      config: { evaluator_id: evaluatorId },
      ...changes,
    });
    if (status !== 200) throw new Error(`detection responded ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  const list = (query: Record<string, string>, workspaceId = api.workspaceId) =>
    contract.call('listFindings', { query, workspaceId });
  const texts = async (filter: string) => {
    const { status, body } = await list({ filter });
    if (status !== 200) throw new Error(`the list responded ${status}: ${JSON.stringify(body)}`);
    return body.items.map(({ text }: { text: string }) => text);
  };

  /** All pages of two findings. */
  async function listPaged(filter: string): Promise<unknown[]> {
    const paged: unknown[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list({ filter, limit: '2', ...(cursor === null ? {} : { cursor }) });
      paged.push(...body.items);
      cursor = body.next_page_cursor;
    } while (cursor !== null);
    return paged;
  }

  describe('GET /v1/findings', () => {
    it('shows a finding with its span, its evaluation, its message and the state of its review', async () => {
      const { body: detected } = await api.post('/v1/detect-hallucinations', makeConversation());
      const [annotation] = detected.annotations;

      const { body } = await list({ filter: `conversation_id = ${detected.conversation_id}` });

      expect(body.query).toEqual({
        limit: 50,
        cursor: null,
        filter: `conversation_id = ${detected.conversation_id}`,
      });
      expect(body.items).toEqual([
        {
          ...annotation,
          id: expect.any(String),
          conversation_id: detected.conversation_id,
          message_id: expect.any(String),
          evaluator_id: expect.any(String),
          evaluator_version: 1,
          evaluation_id: detected.evaluation_id,
          issue_config_version: 1,
          experiment_id: null,
          item_id: null,
          review: null,
          model: null,
          created_at: expect.any(String),
          reported_at: expect.any(String),
          equal_count: 1,
        },
      ]);
      expect(firstOf(body.items).text).toBe('1889');
    });

    it('shows the latest evaluation of each evaluator, and keeps the ids of spans that it reports again', async () => {
      const [one, other] = [await makeJudge(), await makeJudge()];
      const turn = makeConversation({ external_id: randomUUID() });
      const first = await detect(['Harrow Bridge', '1889'], one, turn);
      const own = `conversation_id = ${first.conversation_id}`;
      const idsOf = async (filter: string) =>
        Object.fromEntries(
          (await list({ filter: `${own} AND ${filter}` })).body.items.map(
            ({ text, id }: { text: string; id: string }) => [text, id],
          ),
        );
      const before = await idsOf('text:*');
      expect(Object.keys(before).sort()).toEqual(['1889', 'Harrow Bridge']);

      await detect(['in 1889'], one, turn);
      await detect(['The Harrow Bridge'], other, turn);

      expect(await idsOf(`evaluator_id = ${one}`)).toEqual({ 'in 1889': before['1889'] });
      expect(await idsOf(`evaluator_id = ${other}`)).toEqual({
        'The Harrow Bridge': before['Harrow Bridge'],
      });
    });

    it('is newest first, and pages have no gaps or repeats', async () => {
      const judge = await makeJudge();
      for (let count = 0; count < 3; count += 1) await detect(['Harrow', 'Bridge', '1889'], judge);
      const filter = `evaluator_id = ${judge}`;
      const whole = (await list({ filter, limit: '100' })).body.items;

      expect(whole).toHaveLength(9);
      expect(await listPaged(filter)).toEqual(whole);
      const times = whole.map(({ created_at: time }: { created_at: string }) => time);
      expect(times).toEqual(times.toSorted().toReversed());
    });

    it('folds equal findings of a conversation into the newest, unless the filter names conversations', async () => {
      const judge = await makeJudge();
      const { conversation_id: one } = await detect(['1889', 'Harrow'], judge);
      await detect(['1889'], judge);
      const template = { conversationId: one, text: '1889' };
      const stored = await collection('findings').findOne(template);
      const { createdAt } = stored as unknown as { createdAt: Date };
      await storeCopies('findings', template, 7, (index) => {
        const findingId = randomUUID();
        return {
          _id: `${findingId}/${judge}`,
          findingId,
          review: index === 0 ? 'confirmed' : null,
          createdAt: new Date(createdAt.getTime() - index * 1000),
        };
      });
      const filter = `evaluator_id = ${judge}`;
      const summary = (items: { text: string; review: string | null; equal_count: number }[]) =>
        items.map(({ text, review, equal_count: count }) => [text, review, count]).sort();

      const whole = (await list({ filter })).body.items;

      expect(summary(whole)).toEqual([
        ['1889', null, 1],
        ['1889', null, 7],
        ['1889', 'confirmed', 1],
        ['Harrow', null, 1],
      ]);
      const newest = whole.find(({ equal_count: count }) => count === 7);
      expect(newest?.created_at).toBe(createdAt.toISOString());
      expect(await listPaged(filter)).toEqual(whole);
      const unreviewed = (
        await list({ filter: `${filter} AND NOT review:* AND created_at < ${createdAt.toISOString()}` })
      ).body;
      expect(summary(unreviewed.items)).toEqual([['1889', null, 6]]);
      const each = (await list({ filter: `${filter} AND conversation_id:*` })).body.items;
      expect(each).toHaveLength(10);
      expect(new Set(each.map(({ equal_count: count }) => count))).toEqual(new Set([1]));
    });

    it.each([
      ['label = fabrication', ['100% sure (a.b)', '1889', 'Harrow']],
      ['label:other', []],
      ['text = 1889', ['1889']],
      ['text = 88', []],
      ['text:88', ['1889']],
      ['text:HARROW', ['Harrow']],
      ['text:"(a.b)"', ['100% sure (a.b)']],
      ['text:"a.b" AND NOT text:".*"', ['100% sure (a.b)']],
      ['text:".*"', []],
      ['text:"\\u0000"', []],
      ['confidence >= 0.75', ['Harrow']],
      ['confidence < 0.75', ['1889']],
      ['confidence = 0.5', ['1889']],
      ['NOT confidence:*', ['100% sure (a.b)']],
      ['review:*', ['Harrow']],
      ['review = confirmed', ['Harrow']],
      ['review:(rejected OR disputed)', []],
      ['NOT review:*', ['100% sure (a.b)', '1889']],
      ['tool_name = look_up', ['1889']],
      ['parameter_name = "filters.year"', ['1889']],
      ['tags.team = four', ['100% sure (a.b)', '1889', 'Harrow']],
      ['role = assistant AND model = gpt-old AND issue_count = 3', ['100% sure (a.b)', '1889', 'Harrow']],
    ])('selects findings by the filter %s', async (filter, expected) => {
      if ((await texts('tags.team = four')).length === 0) {
        const judge = await makeJudge();
        await detect(['Harrow', '1889', 'opened'], judge, { tags: { team: 'four' } });
        const set = (text: string, fields: object) =>
          rows().updateOne({ text, 'tags.value': 'four' } as never, { $set: fields } as never);
        await set('Harrow', { confidence: 0.9, review: 'confirmed' });
        await set('1889', { confidence: 0.5, toolName: 'look_up', parameterName: 'filters.year' });
        await set('opened', { text: '100% sure (a.b)', confidence: null });
      }

      expect((await texts(`tags.team = four AND (${filter})`)).sort()).toEqual(expected);
    });

    it('shows findings in replies of experiments only for filters on experiments', async () => {
      const judge = await makeJudge();
      const detected = await detect(['1889'], judge);
      const { body: experiment } = await api.post('/v1/experiments', {
        name: 'Judged',
        model: 'as recorded',
        pass_through: true,
        conversation_ids: [detected.conversation_id],
        evaluator_id: judge,
      });
      await eventually(
        async () => (await api.get(`/v1/experiments/${experiment.id}`)).body.completed_at !== null,
      );
      const own = `conversation_id = ${detected.conversation_id}`;

      expect((await list({ filter: own })).body.items).toMatchObject([
        { experiment_id: null, item_id: null },
      ]);
      const { body } = await list({ filter: `experiment_id = ${experiment.id}` });
      const [item] = (await api.get(`/v1/experiments/${experiment.id}/items`)).body.items;
      expect(body.items).toMatchObject([{ text: '1889', experiment_id: experiment.id, item_id: item?.id }]);
      expect((await list({ filter: `${own} AND conversation_type:*` })).body.items).toHaveLength(2);

      await api.delete(`/v1/experiments/${experiment.id}`);
      expect((await list({ filter: `experiment_id = ${experiment.id}` })).body.items).toEqual([]);
      await api.delete(`/v1/conversations/${detected.conversation_id}`);
      expect(await rows().countDocuments({ conversationId: detected.conversation_id } as never)).toBe(0);
    });

    it('reports the errors of a filter, and which fields only the other kind of filter accepts', async () => {
      const wrong = await list({ filter: 'confidence > high OR verdict = completed OR issue_count = 0.5' });
      expect(wrong.status).toBe(422);
      expect(problems(wrong)).toEqual(Array(3).fill('query.filter value_error'));
      expect(wrong.body.detail.map(({ ctx }: { ctx: Record<string, unknown> }) => ctx.error)).toEqual([
        'confidence accepts numbers such as 0.5 or 1, not "high"',
        'verdict is accepted in filters of messages only',
        'issue_count accepts whole numbers such as 0 or 12, not "0.5"',
      ]);

      const ofMessages = await api.get(`/v1/messages?filter=${encodeURIComponent('review:*')}`);
      expect(ofMessages.body.detail).toMatchObject([
        { ctx: { error: 'review is accepted in filters of findings only', position: 0 } },
      ]);
    });

    it('rejects a cursor of another filter', async () => {
      await detect(['Harrow', '1889'], await makeJudge());
      const { body } = await list({ limit: '1' });

      const response = await list({ filter: 'label:*', limit: '1', cursor: String(body.next_page_cursor) });

      expect(response.status).toBe(422);
      expect(response.body.detail[0].type).toBe('cursor_invalid');
    });

    it('shows nothing of another workspace', async () => {
      const { conversation_id: conversationId } = await detect(['1889'], await makeJudge());
      const elsewhere = await makeWorkspace(api, 'Elsewhere');

      for (const filter of [`conversation_id = ${conversationId}`, 'NOT text:zzz', 'conversation_type:*'])
        expect((await list({ filter }, elsewhere)).body.items).toEqual([]);
      expect((await list({}, randomUUID())).status).toBe(403);
    });

    it('has pages of a bounded size', async () => {
      const { conversation_id: conversationId } = await detect(
        ['Harrow', 'Bridge', '1889'],
        await makeJudge(),
      );
      await rows().updateMany(
        { conversationId } as never,
        { $set: { explanation: 'é'.repeat(2_500_000) } } as never,
      );

      const { body } = await list({ filter: `conversation_id = ${conversationId}` });

      expect(body.items).toHaveLength(1);
      expect(body.has_more).toBe(true);
    });
  });

  describe('GET /v1/findings/{finding_id}', () => {
    it('shows what each evaluator reports, and whether it still does', async () => {
      const [one, other] = [await makeJudge(), await makeJudge()];
      const turn = makeConversation({ external_id: randomUUID() });
      const { conversation_id: conversationId } = await detect(['1889'], one, turn);
      await detect(['in 1889'], other, turn);
      await detect([], one, turn);
      const { id } = firstOf((await list({ filter: `conversation_id = ${conversationId}` })).body.items) as {
        id: string;
      };

      const { status, body } = await contract.call('getFinding', { params: { finding_id: id } });

      expect(status).toBe(200);
      expect(body).toMatchObject({ id, conversation_id: conversationId, review: null });
      const reports = body.reports.map((report: Record<string, unknown>) => [
        report.evaluator_id,
        report.text,
        report.is_current,
      ]);
      expect(new Set(reports)).toEqual(
        new Set([
          [one, '1889', false],
          [other, 'in 1889', true],
        ]),
      );
    });

    it('responds 404 to an unknown id, and 422 to a malformed one', async () => {
      const unknown = await contract.call('getFinding', { params: { finding_id: randomUUID() } });
      const malformed = await contract.call('getFinding', { params: { finding_id: 'x' } });

      expect([unknown.status, malformed.status]).toEqual([404, 422]);
      const { status } = await contract.call('getFinding', {
        params: { finding_id: randomUUID() },
        workspaceId: randomUUID(),
      });
      expect(status).toBe(403);
    });
  });

  describe('GET /v1/findings/export', () => {
    const reply = 'The \u{1F309} bridge of Zoë was opened in 1889, =not 1887.';

    /** A conversation with two findings after a character of two UTF-16 units and one of two bytes. */
    async function detectWide(): Promise<string> {
      const messages = [
        { role: 'system', content: 'é\u{1F309} The bridge was opened in 1887.' },
        { role: 'user', content: 'When was it opened?' },
        { role: 'assistant', content: reply },
      ];
      const { conversation_id: id } = await detect(['1889', '=not 1887'], await makeJudge(), { messages });
      const evidence = [{ messageIndex: 0, messagePartIndex: 0, startOffset: 3, endOffset: 6 }];
      await rows().updateMany(
        { conversationId: id } as never,
        { $set: { evidence, confidence: 0.5 } } as never,
      );
      return id;
    }

    const exported = async (query: Record<string, string>, workspaceId = api.workspaceId) => {
      const response = await fetch(`${api.url}/v1/findings/export?${new URLSearchParams(query)}`, {
        headers: { authorization: `Bearer ${owner.apiKey}`, 'x-workspace-id': workspaceId },
      });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    };

    it('streams the findings of a list as NDJSON, with offsets in the unit that is asked for', async () => {
      const id = await detectWide();
      const filter = `conversation_id = ${id}`;
      const { body } = await list({ filter });

      for (const offsets of ['code_points', 'utf16', 'utf8'] as const) {
        const { response, bytes } = await exported({ filter, offsets });
        expect(response.headers.get('content-type')).toContain('application/x-ndjson');
        const lines = bytes
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
        expect(lines).toHaveLength(2);
        if (offsets === 'code_points')
          expect(lines.map((line) => ({ ...line, equal_count: 1 }))).toEqual(body.items);
        for (const { text, start_offset: start, end_offset: end, evidence } of lines) {
          const slice = (whole: string, from: number, to: number) =>
            ({
              code_points: [...whole].slice(from, to).join(''),
              utf16: whole.slice(from, to),
              utf8: Buffer.from(whole).subarray(from, to).toString(),
            })[offsets];
          expect(slice(reply, start, end)).toBe(text);
          const [{ start_offset: from, end_offset: to }] = evidence;
          expect(slice('é\u{1F309} The bridge was opened in 1887.', from, to)).toBe('The');
        }
      }
    });

    it('has pages of the whole list, in its order', async () => {
      const judge = await makeJudge();
      const { conversation_id: id } = await detect(['1889'], judge);
      const [row] = await rows()
        .find({ conversationId: id } as never)
        .toArray();
      const copies = Array.from({ length: 450 }, () => {
        const findingId = randomUUID();
        return { ...row, _id: `${findingId}/${judge}`, findingId };
      });
      await rows().insertMany(copies as never);

      const { bytes } = await exported({ filter: `conversation_id = ${id}`, format: 'csv' });

      expect(bytes.toString().split('\r\n')).toHaveLength(453);
    });

    it('writes CSV that no spreadsheet runs', async () => {
      const { response, bytes } = await exported({
        filter: `conversation_id = ${await detectWide()}`,
        format: 'csv',
      });

      expect(response.headers.get('content-type')).toContain('text/csv');
      expect(response.headers.get('content-disposition')).toBe('attachment; filename=findings.csv');
      const [names, ...lines] = bytes.toString().split('\r\n');
      expect(names).toMatch(/^id,conversation_id,message_id,/);
      expect(lines.join('\n')).toContain(",'=not 1887,");
    });

    it('writes Parquet with typed columns that pyarrow reads', async () => {
      const filter = `conversation_id = ${await detectWide()}`;
      const { response, bytes } = await exported({ filter, format: 'parquet' });
      expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
      expect(bytes.subarray(-4).toString()).toBe('PAR1');
      const pyarrow = findPyarrow();
      if ('missing' in pyarrow) return;
      const folder = mkdtempSync(join(tmpdir(), 'assay-export-'));
      writeFileSync(join(folder, 'findings.parquet'), bytes);

      const { types, rows: read } = readParquet(pyarrow.python, join(folder, 'findings.parquet'));
      rmSync(folder, { recursive: true });

      expect(types).toMatchObject({
        id: 'string',
        start_offset: 'int64',
        confidence: 'double',
        calibrated_confidence: 'double',
        evaluator_version: 'int64',
        created_at: 'timestamp[ms, tz=UTC]',
      });
      const { body } = await list({ filter });
      expect(read.map(({ id, text, start_offset: start }) => [id, text, start])).toEqual(
        body.items.map(({ id, text, start_offset: start }) => [id, text, start]),
      );
      expect(JSON.parse(String(firstOf(read).evidence))).toEqual(firstOf(body.items).evidence);
    });

    it('responds 422 to an unknown format or filter, 403 elsewhere, and is empty without findings', async () => {
      const call = (query: Record<string, string>, workspaceId = api.workspaceId) =>
        contract.call('exportFindings', { query, workspaceId });
      expect((await call({})).status).toBe(200);
      expect((await call({ format: 'xlsx' })).status).toBe(422);
      expect((await call({ filter: 'verdict:*' })).status).toBe(422);
      expect((await call({}, randomUUID())).status).toBe(403);
      const elsewhere = await makeWorkspace(api, 'Elsewhere');
      const { response, bytes } = await exported({}, elsewhere);
      expect([response.status, bytes.length]).toEqual([200, 0]);
    });
  });

  describe('GET /v1/findings/recurring', () => {
    const recurring = (query: Record<string, string>, workspaceId = api.workspaceId) =>
      contract.call('listRecurringFindings', { query, workspaceId });

    it('lists what findings of several conversations have in any spelling, most frequent first', async () => {
      const judge = await makeJudge();
      const tags = { team: randomUUID() };
      const say = (content: string, quote: string) =>
        detect([quote], judge, {
          tags,
          messages: [
            { role: 'user', content: 'Where?' },
            { role: 'assistant', content },
          ],
        });
      await say('See https://shop.example/returns/ today.', 'https://shop.example/returns/');
      await say('See www.shop.example/returns now.', 'www.shop.example/returns');
      await say('See http://shop.example/returns#top now.', 'See http://shop.example/returns#top now');
      await say('It costs $1,250.00 now.', '$1,250.00');
      await say('It costs 1250 now.', '1250');
      await say('Only once: SKU-77.', 'SKU-77');
      const filter = `tags.team = "${tags.team}"`;

      const { status, body } = await recurring({ filter });

      expect(status).toBe(200);
      expect(body.items).toEqual([
        {
          text: 'See http://shop.example/returns#top now',
          kind: 'url',
          key: 'shop.example/returns',
          count: 3,
          first_seen_at: expect.any(String),
          last_seen_at: expect.any(String),
          tools: [],
          models: ['gpt-old'],
        },
        expect.objectContaining({ text: '1250', kind: 'number', key: '1250', count: 2 }),
      ]);
      const [first] = body.items;
      expect(Date.parse(String(first?.first_seen_at))).toBeLessThan(Date.parse(String(first?.last_seen_at)));
      expect((await recurring({ filter, limit: '1' })).body.items).toHaveLength(1);
      expect(
        (await texts(`${filter} AND recurring_kind = url AND recurring = "shop.example/returns"`)).sort(),
      ).toEqual([
        'See http://shop.example/returns#top now',
        'https://shop.example/returns/',
        'www.shop.example/returns',
      ]);
      expect(
        await texts(`${filter} AND recurring_kind = number AND recurring = "shop.example/returns"`),
      ).toEqual([]);
      expect((await list({ filter: 'recurring_kind = word' })).status).toBe(422);
    });

    it('counts a finding of several evaluators once, and leaves out rejected ones', async () => {
      const [one, other] = [await makeJudge(), await makeJudge()];
      const tags = { team: randomUUID() };
      const filter = `tags.team = "${tags.team}"`;
      const counts = async () =>
        (await recurring({ filter })).body.items.map(({ text, count }) => [text, count]);
      const ids: string[] = [];
      for (let number = 0; number < 3; number += 1) {
        const turn = makeConversation({ external_id: randomUUID() });
        for (const judge of [one, other]) {
          const detected = await detect(['1889'], judge, { ...turn, tags });
          if (judge === one) ids.push(detected.conversation_id);
        }
      }
      expect((await list({ filter })).body.items).toHaveLength(6);
      expect(await counts()).toEqual([['1889', 3]]);

      const reject = (id: string | undefined) =>
        rows().updateMany({ conversationId: id } as never, { $set: { review: 'rejected' } } as never);
      await reject(ids[0]);
      expect(await counts()).toEqual([['1889', 2]]);
      await reject(ids[1]);
      expect(await counts()).toEqual([]);
    });

    it('responds 422 to a wrong filter, 403 elsewhere, and shows nothing of another workspace', async () => {
      expect((await recurring({ filter: 'verdict:*' })).status).toBe(422);
      expect((await recurring({}, randomUUID())).status).toBe(403);
      const elsewhere = await makeWorkspace(api, 'Elsewhere');
      expect((await recurring({}, elsewhere)).body.items).toEqual([]);
    });
  });
});

describe('100,000 findings', () => {
  useFreshWorkspace(api, models);

  const FINDINGS = 100_000;
  const ROUNDS = 40;
  const WARM_UP_ROUNDS = 5;
  const MAX_RATIO = 10;

  const filters = [
    'label = reasoning_error AND confidence >= 0.9',
    'NOT review:*',
    'review = rejected AND tool_name = look_up',
    'text:"SKU-1" AND model = "m-3"',
    'tags.team = red AND created_at >= 2026-01-02T00:00:00Z',
  ];

  /** Copies of a stored finding with other texts, labels, tools and times. */
  async function insertFindings(): Promise<void> {
    const collection = mongoose.connection.collection<{ _id: string; evaluatorId: string }>('findings');
    const template = firstOf(await collection.find({}).limit(1).toArray());
    for (let start = 0; start < FINDINGS; start += 5000) {
      const rows = Array.from({ length: 5000 }, (_, offset) => {
        const index = start + offset;
        const findingId = randomUUID();
        return {
          ...template,
          _id: `${findingId}/${template.evaluatorId}`,
          findingId,
          conversationId: randomUUID(),
          messageId: randomUUID(),
          text: `SKU-${index}`,
          label: index % 10 === 0 ? 'reasoning_error' : 'fabrication',
          confidence: (index % 100) / 100,
          toolName: index % 4 === 0 ? 'look_up' : null,
          review: index % 50 === 0 ? 'rejected' : null,
          model: `m-${index % 7}`,
          tags: [{ key: 'team', value: index % 3 === 0 ? 'red' : 'blue' }],
          createdAt: new Date(Date.UTC(2026, 0, 1) + index * 10_000),
        };
      });
      await collection.insertMany(rows as never);
    }
  }

  async function timeOf(path: string): Promise<number> {
    const begin = performance.now();
    const { status } = await api.get(path);
    const duration = performance.now() - begin;
    expect(status).toBe(200);
    return duration;
  }

  const p95 = (times: number[]) =>
    times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? 0;

  it('lists a filtered page of 50 among 100,000 findings in less than 10 times the time of a conversation', async () => {
    const { body } = await api.post('/v1/detect-hallucinations', makeConversation());
    await insertFindings();
    const times: Record<string, number[]> = {
      conversation: [],
      ...Object.fromEntries(filters.map((one) => [one, []])),
    };

    for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
      const isCounted = round >= WARM_UP_ROUNDS;
      const conversation = await timeOf(`/v1/conversations/${body.conversation_id}`);
      if (isCounted) times.conversation?.push(conversation);
      for (const filter of filters) {
        const list = await timeOf(`/v1/findings?limit=50&filter=${encodeURIComponent(filter)}`);
        if (isCounted) times[filter]?.push(list);
      }
    }

    const [reference, ...lists] = Object.entries(times).map(([name, ofName]) => [name, p95(ofName)] as const);
    const figures = [reference, ...lists].map((one) => `${one?.[0]}: p95 ${one?.[1].toFixed(1)} ms`);
    process.stderr.write(`${figures.join('\n')}\n`);
    const all = p95(filters.flatMap((filter) => times[filter] ?? []));
    expect(all).toBeLessThan(MAX_RATIO * (reference?.[1] ?? 0));
  });
});
