import type { z } from 'zod';
import { defineRoute, type Route } from '../../platform/http/route';
import { comparatorsOf, type FilterSubject, filterFields, shownName } from './filter-fields';
import { analyzeMessageFilter } from './message-filter';
import {
  filterFieldListSchema,
  filterValidationSchema,
  listFilterFieldsQuery,
  validateFilterSchema,
} from './message-filter.schema';

export function messageFilterRoutes(): Route[] {
  const common = { tag: 'Message filter', access: 'workspace', status: 200 } as const;
  return [
    defineRoute({
      ...common,
      operationId: 'validateFilter',
      summary: 'Validate a message filter',
      description: 'For editors. An invalid filter returns 200 with `valid` false; nothing is searched.',
      method: 'post',
      path: '/v1/filters/validate',
      body: validateFilterSchema,
      response: filterValidationSchema,
      example: {
        request: { filter: 'role = assistant and label:*', requires_bounds: false },
        response: validation('role = assistant and label:*', false, 'messages'),
      },
      handler: async ({ body }) => validation(body.filter, body.requires_bounds, body.subject),
    }),
    defineRoute({
      ...common,
      operationId: 'listFilterFields',
      summary: 'List the fields of message filters',
      description:
        'What an editor of filters needs for completion: comparators, values and an example of each field.',
      method: 'get',
      path: '/v1/filters/fields',
      query: listFilterFieldsQuery,
      response: filterFieldListSchema,
      example: { response: fieldList('messages') },
      handler: async ({ query }) => fieldList(query.subject),
    }),
  ];
}

function validation(
  filter: string,
  requiresBounds: boolean,
  subject: FilterSubject,
): z.input<typeof filterValidationSchema> {
  const { faults } = analyzeMessageFilter(filter, requiresBounds ? 'required' : 'optional', subject);
  const problems = faults.map(({ error, ...place }) => ({ msg: error, ...place }));
  return { valid: problems.length === 0, problems };
}

function fieldList(subject: FilterSubject): z.input<typeof filterFieldListSchema> {
  const fields = [...filterFields[subject]].map(([name, { kind, holds, description, example }]) => ({
    name: shownName(name),
    kind,
    comparators: [...comparatorsOf[kind]],
    values: Array.isArray(holds) ? [...holds] : null,
    description,
    example,
  }));
  return { fields };
}
