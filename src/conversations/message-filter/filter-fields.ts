import { conversationTypes } from '../transcript/conversation';
import { messageRoles } from '../transcript/message';
import { messageVerdictStatuses } from '../transcript/message-facts';
import { type Comparator, comparators } from './filter-ast';

/** `set`: texts of which a message may have several; `tags`: texts by key, as `tags.<key>`. */
export type FieldKind = 'text' | 'set' | 'tags' | 'number' | 'time';

/** A field of the filter with its path in stored messages. */
export interface FilterField {
  kind: FieldKind;
  /** In the documents of the collection `messages`. A path through an array matches any of its entries. */
  path: string;
  /** The texts it can have: these, or UUIDs. Default: any text. */
  holds?: readonly string[] | 'uuid';
  /** The text that an entry of the array has which lacks the last name of the path. */
  absentIs?: string;
  description: string;
  example: string;
}

const fields: Record<string, FilterField> = {
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
    description:
      'The labels of the findings in the message, of the latest completed evaluation of each evaluator.',
    example: 'label:(fabrication OR reasoning_error)',
  },
  issue_count: {
    kind: 'number',
    path: 'verdicts.issueCount',
    description:
      'Number of findings of the latest completed evaluation: one number for each evaluator. A message that was never evaluated, or is not judgeable, has none.',
    example: 'issue_count > 0',
  },
  verdict: {
    kind: 'set',
    path: 'verdicts.status',
    holds: messageVerdictStatuses,
    absentIs: 'completed',
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
  experiment_id: {
    kind: 'text',
    path: 'experimentId',
    holds: 'uuid',
    description: 'The experiment that wrote the message.',
    example: 'experiment_id:*',
  },
};

/** Every field by its name in a filter. A Map, because a name may be `constructor`. */
export const filterFields: ReadonlyMap<string, FilterField> = new Map(Object.entries(fields));

/** A filter with one of these fields also selects the replies of experiments. */
export const experimentFields: readonly string[] = ['experiment_id', 'conversation_type'];

const onTexts: readonly Comparator[] = ['=', '!=', ':'];

export const comparatorsOf: Record<FieldKind, readonly Comparator[]> = {
  text: onTexts,
  set: onTexts,
  tags: onTexts,
  number: comparators,
  time: comparators,
};

/** The name of a field in messages: tags have a key. */
export function shownName(name: string): string {
  return filterFields.get(name)?.kind === 'tags' ? `${name}.<key>` : name;
}
