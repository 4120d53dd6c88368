import { z } from 'zod';
import { exactlyOne } from '../../packages/json-schema';
import { uniqueIdsSchema } from '../platform/http/schemas';
import { MAX_SET_SIZE } from './conversation-set';
import {
  rejectStatedChoice,
  setReferenceSchema,
  statedChoiceConditions,
  statedChoiceSchema,
} from './conversation-set.schema';

/** The fields by which a request selects conversations; `requireSelection` checks that it has one of them. */
export const selectionFields = {
  conversation_ids: uniqueIdsSchema(1, MAX_SET_SIZE)
    .optional()
    .describe('Required unless `set` or `filter` is given; only one of the three'),
  chosen_by: statedChoiceSchema,
  set: setReferenceSchema.nullish(),
  filter: z
    .string()
    .min(1)
    .nullish()
    .describe(
      'A message filter: conversations with at least one matching message. Bounds of `created_at` are optional',
    ),
};

/** What `requireSelection` requires, in the OpenAPI document. */
export const selectionConditions = {
  ...exactlyOne('conversation_ids', 'set', 'filter'),
  dependentSchemas: statedChoiceConditions,
};

export type SelectionFields = z.output<z.ZodObject<typeof selectionFields>>;

/** Also reports a missing selection when other fields are invalid, so that all problems are reported together. */
export const requireSelection = [
  (selection: SelectionFields, context: z.RefinementCtx): void => {
    const { conversation_ids, set, filter } = selection;
    rejectStatedChoice(selection, context);
    const fields = [conversation_ids, set, filter].filter((field) => field != null);
    if (fields.length === 1) return;
    if (fields.length === 0) {
      context.addIssue({
        code: 'invalid_type',
        expected: 'array',
        path: ['conversation_ids'],
        input: undefined,
      });
    } else {
      context.addIssue({ code: 'custom', message: 'give only one of conversation_ids, set and filter' });
    }
  },
  { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null },
] as const;
