import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { z } from 'zod';
import { chatMessageSchema, importMessageSchema, toolsSchema } from '../../../packages/formats';
import { createApiKeySchema } from '../../../src/access/api-keys/api-key.schema';
import { updateWorkspaceSchema } from '../../../src/access/workspaces/workspace.schema';
import { createRoutes } from '../../../src/api-server';
import { loadConfig } from '../../../src/config';
import { tagsSchema } from '../../../src/conversations/wire/conversation.schema';
import { createBackfillSchema } from '../../../src/evaluation/backfill/backfill.schema';
import {
  addItemsSchema,
  createExperimentSchema,
  estimateExperimentSchema,
} from '../../../src/experiments/wire/experiment.schema';
import {
  completeRequestSchema,
  constraintSchema,
  createRunSchema,
  objectiveSchema,
  proposeCandidateSchema,
} from '../../../src/optimization/runs/run.schema';
import { convert, type Schemas } from '../../../src/platform/openapi/schemas';
import { connectTemporal } from '../../../src/platform/temporal/connection';
import { completeSchema, createQueueSchema } from '../../../src/review/queues/review-queue.schema';
import { reviewFindingSchema } from '../../../src/review/reviews/review.schema';
import { addSetVersionSchema, createSetSchema } from '../../../src/sets/conversation-set.schema';

type Fields = Record<string, unknown>;

interface Case {
  schema: z.ZodType;
  /** Fields that every body has. */
  base?: Fields;
  /** Values of the fields that conditions name; each may also be absent or null. */
  values: Record<string, readonly unknown[]>;
  toBody?: (fields: Fields) => unknown;
}

const ID = '0191a1b2-0000-7000-8000-00000000000a';
const OTHER_ID = '0191a1b2-0000-7000-8000-00000000000b';
const PLACEHOLDER = '{{system_prompt}}';

const flags = [true, false];
const text = ['', 'a'];
const selection = {
  conversation_ids: [[], [ID], [ID, ID], [ID, OTHER_ID]],
  set: ['a'],
  filter: ['a'],
  chosen_by: ['outcome'],
};
const settings = {
  pass_through: flags,
  stop_when: [{ decided: true }],
  samples_per_item: [1, 2],
  reasoning_config: [{}, { seed: 1 }, { seed: null }, { top_p: 1 }, { Seed: 1 }],
};
const setSource = {
  ...selection,
  set: [],
  finding_filter: ['a'],
  is_live: flags,
};
const prompts = [
  '',
  'a',
  PLACEHOLDER,
  `${PLACEHOLDER}${PLACEHOLDER}`,
  `${PLACEHOLDER}\n{{ system_prompt }}`,
  '{{\tsystem_prompt\n}} {{system_prompt }}',
  '{{System_prompt}} {{system_prompt}}',
  '{{system_prompt} {{system_prompt}}',
];
const metrics = ['issue_rate', 'avg_issues_per_evaluation', 'cost_per_1k'];
const corrections = { label: ['a'], start_offset: [0], end_offset: [1] };
const span = { message_part_index: 0, start_offset: 0, end_offset: 1, label: 'a' };
const message = {
  role: ['assistant', 'function', 'user', 'tool'],
  content: ['', 'a', [], [{ type: 'text', text: 'a' }]],
  refusal: text,
  function_call: [{ name: 'a', arguments: '' }],
  tool_calls: [[], [{ id: 'a', type: 'function', function: { name: 'a', arguments: '' } }]],
  tool_call_id: ['a'],
  audio: [{}, { id: 1 }],
};
const source = { file_id: text, file_data: text, file_url: text, image_url: text };
const toMessage = (part: Fields) => ({ role: 'user', content: [part] });
const createdRun = {
  name: 'a',
  model: 'a',
  objective: { metric: 'issue_rate', direction: 'minimize' },
};
const lease = { lease_id: ID, agent_turns: 0, summary: '' };

/** By the name of the component that has the conditions. */
const cases: Record<string, Case> = {
  CreateExperimentRequest: {
    schema: createExperimentSchema,
    base: { name: 'a', model: 'a' },
    values: selection,
  },
  'CreateExperimentRequest with settings': {
    schema: createExperimentSchema,
    base: { name: 'a', model: 'a', filter: 'a' },
    values: settings,
  },
  'CreateExperimentRequest with a prompt': {
    schema: createExperimentSchema,
    base: { name: 'a', model: 'a', filter: 'a' },
    values: { system_prompt_override: prompts },
  },
  EstimateExperimentRequest: { schema: estimateExperimentSchema, base: { model: 'a' }, values: selection },
  'EstimateExperimentRequest with settings': {
    schema: estimateExperimentSchema,
    base: { model: 'a', filter: 'a' },
    values: settings,
  },
  AddExperimentItemsRequest: { schema: addItemsSchema, values: { ...selection, evaluator_id: [ID] } },
  CreateOptimizationRunRequest: { schema: createRunSchema, base: createdRun, values: selection },
  'CreateOptimizationRunRequest with a prompt': {
    schema: createRunSchema,
    base: { ...createdRun, filter: 'a' },
    values: { system_prompt: prompts },
  },
  NewObjective: {
    schema: objectiveSchema,
    base: { direction: 'minimize' },
    values: { metric: metrics, label: text },
  },
  NewConstraint: {
    schema: constraintSchema,
    values: { metric: metrics, label: text, min: [0], max: [0] },
  },
  ProposeCandidateRequest: {
    schema: proposeCandidateSchema,
    base: { lease_id: ID, candidate_key: 'a' },
    values: { system_prompt: prompts, model: text },
  },
  CompleteRunRequest: {
    schema: completeRequestSchema,
    base: lease,
    values: { best_candidate_id: [ID], choose: ['best'] },
  },
  CreateSetRequest: { schema: createSetSchema, base: { name: 'a' }, values: setSource },
  AddSetVersionRequest: { schema: addSetVersionSchema, values: setSource },
  CreateEvaluationRequest: {
    schema: createBackfillSchema,
    values: { conversation_ids: selection.conversation_ids, filter: ['a'] },
  },
  CreateApiKeyRequest: {
    schema: createApiKeySchema,
    base: { name: 'a', expires_in_days: 1 },
    values: { scope: ['user', 'workspace'], workspace_id: [ID] },
  },
  UpdateWorkspaceRequest: {
    schema: updateWorkspaceSchema,
    values: { analytics_tags: [[], ['a'], ['a', 'a'], ['a', 'A']] },
  },
  ReviewFindingRequest: {
    schema: reviewFindingSchema,
    values: { verdict: ['confirmed', 'rejected'], ...corrections },
  },
  ItemFindingReview: {
    schema: completeSchema,
    values: { verdict: ['confirmed', 'rejected'], ...corrections },
    toBody: (review) => ({
      lease_id: ID,
      epoch: 1,
      verdict: 'has_issue',
      findings: [{ finding_id: ID, ...review }],
    }),
  },
  CompleteReviewItemRequest: {
    schema: completeSchema,
    base: { lease_id: ID, epoch: 1 },
    values: {
      verdict: ['clean', 'has_issue'],
      findings: [
        [],
        [{ finding_id: ID, verdict: 'rejected' }],
        [
          { finding_id: ID, verdict: 'rejected' },
          { finding_id: OTHER_ID, verdict: 'confirmed' },
        ],
      ],
      missed: [[], [span]],
    },
  },
  NewDisagreement: {
    schema: createQueueSchema,
    values: { evaluator_ids: [[ID], [ID, ID], [ID, OTHER_ID]] },
    toBody: (disagreement) => ({ name: 'a', source: { disagreement } }),
  },
  ChatMessage: { schema: chatMessageSchema, values: message },
  ImportMessage: { schema: importMessageSchema, values: message },
  ContentFile: {
    schema: chatMessageSchema,
    values: source,
    toBody: (file) => toMessage({ type: 'file', file }),
  },
  InputImageContent: {
    schema: chatMessageSchema,
    values: source,
    toBody: (part) => toMessage({ type: 'input_image', ...part }),
  },
  InputFileContent: {
    schema: chatMessageSchema,
    values: source,
    toBody: (part) => toMessage({ type: 'input_file', ...part }),
  },
  Tool: {
    schema: toolsSchema,
    values: {
      type: ['function', 'custom'],
      function: [{ name: 'a' }],
      custom: [{ name: 'a' }],
      name: text,
    },
    toBody: (tool) => [tool],
  },
  'tags of a conversation': {
    schema: tagsSchema,
    values: { length: [32, 33] },
    toBody: ({ length }) =>
      Object.fromEntries(Array.from({ length: Number(length ?? 0) }, (_, index) => [index, ''])),
  },
};

/** Every combination of the values of fields. */
function combinations(values: Case['values']): Fields[] {
  return Object.entries(values).reduce<Fields[]>(
    (made, [name, choices]) =>
      made.flatMap((fields) => [
        fields,
        ...[null, ...choices].map((value) => ({ ...fields, [name]: value })),
      ]),
    [{}],
  );
}

/** Whether a body is as documented, by the function that documents requests. */
function createValidator(schema: z.ZodType): (body: unknown) => boolean {
  const schemas: Schemas = {};
  const root = convert(schema, 'input', schemas);
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  return ajv.compile<unknown>({ ...root, components: { schemas } });
}

it.each(Object.entries(cases))(
  'documents which %s is accepted',
  (_name, { schema, base, values, toBody }) => {
    const isDocumented = createValidator(schema);
    const seen = new Set<boolean>();
    const different: unknown[] = [];
    for (const fields of combinations(values)) {
      const body = toBody === undefined ? { ...base, ...fields } : toBody(fields);
      const isAccepted = schema.safeParse(body).success;
      seen.add(isAccepted);
      if (isDocumented(body) !== isAccepted) different.push({ body, isAccepted });
    }

    expect({ count: different.length, first: different.slice(0, 3) }).toEqual({ count: 0, first: [] });
    expect(seen.size).toBe(2);
  },
);

it('has only words for ids that differ in letter case', () => {
  const body = { conversation_ids: [ID, ID.toUpperCase()] };

  expect(createValidator(createBackfillSchema)(body)).toBe(true);
  expect(createBackfillSchema.safeParse(body).success).toBe(false);
});

it('compares every schema of a request that has conditions', () => {
  const config = loadConfig({ SECRET_KEY: 'unused while the document is written' });
  const components: Schemas = {};
  const roots = createRoutes(config, connectTemporal(config.temporal))
    .flatMap(({ query, body, streams = {} }) => [query, body, ...Object.values(streams)])
    .map((schema) => schema && convert(schema, 'input', components));
  // `"not":{}` is a field that is named only to be refused.
  const hasCondition = (schema: unknown) =>
    /"(if|not|dependentSchemas|uniqueItems)":(?!\{\})/.test(JSON.stringify(schema) ?? '');
  const conditional = Object.keys(components).filter((name) => hasCondition(components[name]));

  expect(conditional).toContain('ChatMessage');
  expect(conditional.filter((name) => !(name in cases))).toEqual([]);
  expect(roots.filter(hasCondition)).toEqual([]);
});
