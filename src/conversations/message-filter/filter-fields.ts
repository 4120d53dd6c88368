import { messageRoles } from '../../../packages/formats';
import { recurringKinds, reviewStates } from '../findings/ledger/finding';
import { conversationTypes } from '../transcript/conversation';
import { messageVerdictStatuses } from '../transcript/message-facts';
import { type Comparator, comparators } from './filter-ast';

/**
 * `set`: texts of which a message may have several; `tags`: texts by key, as `tags.<key>`; `content`: a longer text, in
 * which `:` searches.
 */
export const fieldKinds = ['text', 'set', 'tags', 'number', 'time', 'content'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A field of the filter with its path in stored documents. */
export interface FilterField {
  kind: FieldKind;
  /** In the documents of the collection. A path through an array matches any of its entries. */
  path: string;
  /** The texts it can have: these, or UUIDs. Default: any text. */
  holds?: readonly string[] | 'uuid';
  /** A number that may have decimals. Default: whole numbers. */
  hasDecimals?: boolean;
  /** Only evaluations fill it. */
  isOutcome?: true;
  description: string;
  example: string;
}

const fields = {
  created_at: {
    kind: 'time',
    path: 'createdAt',
    description: 'When the message was written.',
    example: 'created_at >= 2026-01-01T00:00:00Z AND created_at < 2026-02-01T00:00:00Z',
  },
  role: {
    kind: 'text',
    path: 'role',
    holds: messageRoles,
    description: 'Who wrote the message.',
    example: 'role = assistant',
  },
  model: {
    kind: 'text',
    path: 'generation.model',
    description: 'The model that wrote the message.',
    example: 'model = "gpt-4o-mini"',
  },
  provider: {
    kind: 'text',
    path: 'generation.provider',
    description: 'The provider that ran the model.',
    example: 'provider != openai',
  },
  label: {
    kind: 'set',
    path: 'verdicts.findings.label',
    isOutcome: true,
    description:
      'The labels of the findings in the message, of the latest completed evaluation of each evaluator.',
    example: 'label:(fabrication OR reasoning_error)',
  },
  issue_count: {
    kind: 'number',
    path: 'verdicts.issueCount',
    isOutcome: true,
    description:
      'Number of findings of the latest completed evaluation: one number for each evaluator. A message that was never evaluated, or is not judgeable, has none.',
    example: 'issue_count > 0',
  },
  verdict: {
    kind: 'set',
    path: 'verdicts.status',
    isOutcome: true,
    holds: messageVerdictStatuses,
    description:
      'How the latest evaluation of each evaluator ended; none for a message that was never evaluated, or whose judge failed.',
    example: 'verdict = not_judgeable',
  },
  tool_name: {
    kind: 'set',
    path: 'toolNames',
    description: 'The tools that the message calls or has results of.',
    example: 'tool_name = search_orders',
  },
  parameter_name: {
    kind: 'set',
    path: 'verdicts.findings.parameterName',
    isOutcome: true,
    description:
      'The parameters of tool calls in which the latest evaluation of each evaluator has findings.',
    example: 'parameter_name = "filters.sku"',
  },
  conversation_id: {
    kind: 'text',
    path: 'conversationId',
    holds: 'uuid',
    description: 'The conversation the message belongs to.',
    example: 'conversation_id = 7f1de0a4-63cf-4d0b-8a5e-0b6f3f0c9a11',
  },
  conversation_type: {
    kind: 'text',
    path: 'conversationType',
    holds: conversationTypes,
    description: 'How the conversation was stored.',
    example: 'conversation_type:(trace OR import)',
  },
  evaluator_id: {
    kind: 'set',
    path: 'verdicts.evaluatorId',
    isOutcome: true,
    holds: 'uuid',
    description: 'The evaluators with a verdict on the message, completed or not judgeable.',
    example: 'evaluator_id = 4c0a7d52-9d1e-4b52-a7d0-61d2b7a1c3e9',
  },
  tags: {
    kind: 'tags',
    path: 'tags',
    description: 'The tags of the conversation.',
    example: 'tags.environment = production',
  },
  agent_name: {
    kind: 'text',
    path: 'agentName',
    description: 'The agent that wrote the message.',
    example: 'agent_name = "Order desk"',
  },
  prompt_version: {
    kind: 'text',
    path: 'promptVersion',
    description:
      'The version of the prompt that wrote the message: as the client names it, or `system-` and a digest of the system text without dates, numbers and ids.',
    example: 'prompt_version = "support@12"',
  },
  experiment_id: {
    kind: 'text',
    path: 'experimentId',
    holds: 'uuid',
    description: 'The experiment that wrote the message.',
    example: 'experiment_id:*',
  },
} satisfies Record<string, FilterField>;

const {
  created_at,
  role,
  provider,
  conversation_id,
  conversation_type,
  tags,
  agent_name,
  prompt_version,
  experiment_id,
  ...ofVerdicts
} = fields;
const { model, label, issue_count, tool_name, parameter_name, evaluator_id } = ofVerdicts;

/** The fields of findings. Those of the message are copied to the documents of the collection `findings`. */
const ofFindings: Record<string, FilterField> = {
  created_at,
  role,
  model: { ...model, path: 'model' },
  provider: { ...provider, path: 'provider' },
  label: { ...label, kind: 'text', path: 'label', description: 'The label of the finding.' },
  confidence: {
    kind: 'number',
    hasDecimals: true,
    path: 'confidence',
    description: 'The confidence of the finding, from 0 to 1; none if the evaluator reports none.',
    example: 'confidence >= 0.9',
  },
  text: {
    kind: 'content',
    path: 'text',
    description: 'The text of the finding: `=` all of it, `:` a part of it in any letter case.',
    example: 'text:"order 10"',
  },
  review: {
    kind: 'text',
    path: 'review',
    holds: reviewStates,
    description: 'What the reviews of the finding say; none if it has no review.',
    example: 'NOT review:*',
  },
  recurring: {
    kind: 'text',
    path: 'recurring.key',
    description: 'The normalized text of a recurring finding; none if it is not of a kind that recurs.',
    example: 'recurring = "example.com/returns"',
  },
  recurring_kind: {
    kind: 'text',
    path: 'recurring.kind',
    holds: recurringKinds,
    description: 'The kind of `recurring`.',
    example: 'recurring_kind:(url OR sku)',
  },
  tool_name: {
    ...tool_name,
    kind: 'text',
    path: 'toolName',
    description: 'The tool whose call has the finding.',
  },
  parameter_name: {
    ...parameter_name,
    kind: 'text',
    path: 'parameterName',
    description: 'The parameter of the tool call that has the finding: its dotted path.',
  },
  issue_count: {
    ...issue_count,
    path: 'issueCount',
    description: 'Number of findings of the evaluation that reported this one.',
  },
  evaluator_id: {
    ...evaluator_id,
    kind: 'text',
    path: 'evaluatorId',
    description: 'The evaluator that reports the finding; none if a person marked it.',
  },
  conversation_id,
  conversation_type,
  tags,
  agent_name,
  prompt_version,
  experiment_id,
};

/** What a filter selects. */
export const filterSubjects = ['messages', 'findings'] as const;
export type FilterSubject = (typeof filterSubjects)[number];

/** Every field by its name in a filter. A Map, because a name may be `constructor`. */
export const filterFields: Record<FilterSubject, ReadonlyMap<string, FilterField>> = {
  messages: new Map<string, FilterField>(Object.entries(fields)),
  findings: new Map(Object.entries(ofFindings)),
};

/** A filter with one of these fields also selects the replies of experiments. */
export const experimentFields: readonly string[] = ['experiment_id', 'conversation_type'];

const onTexts: readonly Comparator[] = ['=', '!=', ':'];

export const comparatorsOf: Record<FieldKind, readonly Comparator[]> = {
  text: onTexts,
  set: onTexts,
  tags: onTexts,
  number: comparators,
  time: comparators,
  content: onTexts,
};

/** The name of a field in messages: tags have a key. */
export function shownName(name: string): string {
  return filterFields.messages.get(name)?.kind === 'tags' ? `${name}.<key>` : name;
}
