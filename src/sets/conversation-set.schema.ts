import { z } from 'zod';
import { exactlyOne, hasValue, isOneOf, lacks, when } from '../../packages/json-schema';
import { statedChoices } from '../conversations/message-filter/chosen-by';
import { chosenBySchema } from '../conversations/wire/conversation.schema';
import { pageSchema } from '../platform/http/page';
import {
  pageQuery,
  timestampSchema,
  uniqueIdsSchema,
  uuidSchema,
  versionSchema,
} from '../platform/http/schemas';
import {
  chosenByRecipe,
  type ListedSet,
  MAX_SET_SIZE,
  type SetRecipe,
  type Stratification,
  splitParts,
} from './conversation-set';
import type { NewSetVersion } from './conversation-set.service';

const NAME = '[A-Za-z0-9][A-Za-z0-9._-]{0,99}';
const MAX_REFERENCED_VERSION_DIGITS = 9;

export const setNameSchema = z
  .string()
  .regex(new RegExp(`^${NAME}$`), 'should be 1 to 100 letters, digits, dots, underscores and hyphens');

/** `name` or `name@version`. */
export const setReferenceSchema = z
  .string()
  .regex(
    new RegExp(`^${NAME}(@[1-9][0-9]{0,${MAX_REFERENCED_VERSION_DIGITS - 1}})?$`),
    'should be the name of a set, or name@version',
  )
  .describe('A set of conversations: `name` for its latest version, or `name@version`');

const splitPartSchema = z.enum(splitParts).meta({ id: 'SplitPart' });

const splitSchema = z
  .strictObject({
    holdout_share: z.number().gt(0).lt(1),
    part: splitPartSchema,
  })
  .describe(
    'One part of a split by conversation id. It is the split of optimization runs with the same `holdout_share`',
  )
  .meta({ id: 'NewSetSplit' });

const sampleSchema = z
  .strictObject({
    size: z.int().gte(1).lte(MAX_SET_SIZE),
    seed: z.string().max(255).default('').describe('The same seed draws the same conversations'),
    stratify_by: z
      .string()
      .max(325)
      .regex(/^(model|type|tags\..+)$/s, 'should be model, type or tags.<key>')
      .nullish()
      .transform((by) => by ?? null)
      .describe('`model` (the first of the conversation), `type` or `tags.<key>`: each value has its share'),
  })
  .meta({ id: 'NewSetSample' });

export const statedChoiceSchema = z
  .enum(statedChoices)
  .meta({ id: 'StatedChoice' })
  .nullish()
  .describe(
    'Only with `conversation_ids`, how they were chosen: `outcome` if what verdicts or reviews say of their replies mattered. Default: ' +
      'unknown. Of a set and of a filter it is known',
  );

const versionFields = {
  conversation_ids: uniqueIdsSchema(1, MAX_SET_SIZE)
    .nullish()
    .describe(
      'Exactly one of conversation_ids, filter and finding_filter is needed, and selects a conversation at least',
    ),
  filter: z
    .string()
    .min(1)
    .nullish()
    .describe('A message filter: conversations with at least one matching message. Bounds are optional'),
  finding_filter: z
    .string()
    .min(1)
    .nullish()
    .describe(
      'A filter of findings: conversations with at least one matching finding, such as `review = confirmed`',
    ),
  chosen_by: statedChoiceSchema,
  is_live: z
    .boolean()
    .default(false)
    .describe('Selects again at each use, instead of once now. Needs a filter'),
  unique_openings: z
    .boolean()
    .default(false)
    .describe('Of conversations with the same text up to the first user message, only the first is selected'),
  split: splitSchema.nullish(),
  sample: sampleSchema.nullish(),
};

interface SourceFields {
  conversation_ids?: string[] | null | undefined;
  chosen_by?: string | null | undefined;
  filter?: string | null | undefined;
  finding_filter?: string | null | undefined;
  is_live: boolean;
}

/** Also for requests that select conversations of a set. */
export function rejectStatedChoice(
  { conversation_ids, chosen_by }: Pick<SourceFields, 'conversation_ids' | 'chosen_by'>,
  context: z.RefinementCtx,
): void {
  if (chosen_by == null || conversation_ids != null) return;
  const message = 'only with conversation_ids: of a set or a filter it is known';
  context.addIssue({ code: 'custom', path: ['chosen_by'], input: chosen_by, message });
}

/** What `rejectStatedChoice` requires, in the OpenAPI document. Entries of `dependentSchemas`. */
export const statedChoiceConditions = {
  chosen_by: when(hasValue('chosen_by'), hasValue('conversation_ids')),
};

/** What `checkSource` requires, in the OpenAPI document. */
const sourceConditions = {
  ...exactlyOne('conversation_ids', 'filter', 'finding_filter'),
  dependentSchemas: {
    ...statedChoiceConditions,
    is_live: when(isOneOf('is_live', [true]), lacks('conversation_ids')),
  },
};

function checkSource(fields: SourceFields, context: z.RefinementCtx): void {
  const { conversation_ids, filter, finding_filter, is_live } = fields;
  rejectStatedChoice(fields, context);
  if ([conversation_ids, filter, finding_filter].filter((source) => source != null).length !== 1) {
    context.addIssue({
      code: 'custom',
      message: 'give exactly one of conversation_ids, filter and finding_filter',
    });
  } else if (is_live && conversation_ids != null) {
    context.addIssue({
      code: 'custom',
      path: ['is_live'],
      input: true,
      message: 'a live set needs a filter',
    });
  }
}

export const createSetSchema = z
  .strictObject({ name: setNameSchema, ...versionFields })
  .superRefine(checkSource)
  .meta({ id: 'CreateSetRequest', ...sourceConditions });

export const addSetVersionSchema = z
  .strictObject(versionFields)
  .superRefine(checkSource)
  .meta({ id: 'AddSetVersionRequest', ...sourceConditions });

export const setParams = z.object({ set_id: uuidSchema.describe('The id of the set') });
export const setVersionParams = setParams.extend({
  version: versionSchema.describe('The number of the version'),
});
export const listSetsQuery = z.strictObject(pageQuery(50));

export const setSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    version: z.int(),
    is_live: z.boolean(),
    filter: z.string().nullable(),
    finding_filter: z
      .string()
      .nullable()
      .describe('If it and `filter` are null, the conversations were named'),
    chosen_by: chosenBySchema,
    unique_openings: z.boolean(),
    split: z.object({ holdout_share: z.number(), part: splitPartSchema }).meta({ id: 'SetSplit' }).nullable(),
    sample: z
      .object({ size: z.int(), seed: z.string(), stratify_by: z.string().nullable() })
      .meta({ id: 'SetSample' })
      .nullable(),
    conversation_count: z.int().nullable().describe('Null for a live set'),
    created_at: timestampSchema.describe('When version 1 was created'),
    version_created_at: timestampSchema,
  })
  .meta({ id: 'ConversationSet' });

export const setListSchema = pageSchema(setSchema).meta({ id: 'ConversationSetList' });

export const setConversationsSchema = z
  .object({ conversation_ids: z.array(z.string().meta({ format: 'uuid' })) })
  .meta({ id: 'SetConversations' });

/** The parts of a checked request that make a version. */
export function toNewVersion(body: z.output<typeof addSetVersionSchema>): NewSetVersion {
  const { filter, finding_filter, chosen_by, split, sample, conversation_ids, is_live, unique_openings } =
    body;
  const recipe: SetRecipe = {
    filter: filter ?? null,
    findingFilter: finding_filter ?? null,
    statedChoice: chosen_by ?? null,
    split: split == null ? null : { holdoutShare: split.holdout_share, part: split.part },
    hasUniqueOpenings: unique_openings,
    sample:
      sample == null
        ? null
        : { size: sample.size, seed: sample.seed, stratifyBy: toStratification(sample.stratify_by) },
  };
  return { recipe, named: conversation_ids ?? [], isLive: is_live };
}

function toStratification(by: string | null): Stratification | null {
  if (by === null) return null;
  return by === 'model' || by === 'type' ? { field: by } : { field: 'tag', key: by.slice('tags.'.length) };
}

export function toSetWire({ recipe, ...set }: ListedSet): z.input<typeof setSchema> {
  const { filter, findingFilter, split, hasUniqueOpenings, sample } = recipe;
  return {
    id: set.id,
    name: set.name,
    version: set.version,
    is_live: set.conversationCount === null,
    filter,
    finding_filter: findingFilter,
    chosen_by: chosenByRecipe(recipe),
    unique_openings: hasUniqueOpenings,
    split: split && { holdout_share: split.holdoutShare, part: split.part },
    sample: sample && {
      size: sample.size,
      seed: sample.seed,
      stratify_by: fromStratification(sample.stratifyBy),
    },
    conversation_count: set.conversationCount,
    created_at: set.createdAt.toISOString(),
    version_created_at: set.versionCreatedAt.toISOString(),
  };
}

function fromStratification(by: Stratification | null): string | null {
  if (by === null) return null;
  return by.field === 'tag' ? `tags.${by.key}` : by.field;
}
