import { z } from 'zod';
import { type IssueLabel, kindsOf, labelKinds } from '../../../packages/detector';

const covers = z
  .array(z.enum(labelKinds).meta({ id: 'IssueKind' }))
  .describe('The kinds of issues that get this label; each kind gets one label');

const labelFields = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be snake_case, start with a letter and have at most 64 characters')
    .describe('The `label` of annotations'),
  description: z.string().max(1000).describe('Instructs the judge when the label applies'),
};

const newLabelSchema = z
  .strictObject({
    ...labelFields,
    covers: covers
      .max(labelKinds.length)
      .optional()
      .describe(
        'The kinds of issues that get this label; each kind gets one label. By default the kind of the same name, if ' +
          'there is one. The embedded evaluator finds all but `schema_mismatch`, which is a reply of an experiment that ' +
          'does not match its `output_schema`',
      ),
  })
  .meta({ id: 'NewIssueLabel' });

/** The labels in a request: with unique names, and at most one for each kind. */
export const issueLabelsSchema = z
  .array(newLabelSchema)
  .min(1)
  .max(50)
  .superRefine(rejectDuplicates)
  .describe('With different names. A kind is covered by one of them at most');

/** A label in a response, with the kinds that it covers by default. */
export const issueLabelSchema = z.object({ ...labelFields, covers }).meta({ id: 'IssueLabel' });

export const toIssueLabelWire = (label: IssueLabel): z.input<typeof issueLabelSchema> => ({
  name: label.name,
  description: label.description,
  covers: kindsOf(label),
});

function rejectDuplicates(labels: readonly IssueLabel[], context: z.RefinementCtx): void {
  const names = new Set<string>();
  const labelOf = new Map<string, string>();
  labels.forEach((label, index) => {
    const { name } = label;
    if (names.has(name)) {
      context.addIssue({ code: 'custom', path: [index, 'name'], message: `duplicate label ${name}` });
      return; // it covers the same kinds
    }
    names.add(name);
    for (const kind of label.covers ?? kindsOf(label)) {
      const other = labelOf.get(kind);
      if (other === undefined) labelOf.set(kind, name);
      else
        context.addIssue({ code: 'custom', path: [index, 'covers'], message: describeSharing(kind, other) });
    }
  });
}

const describeSharing = (kind: string, label: string): string =>
  `${kind} is covered by the label ${label}. A kind is covered by one label at most; an empty list covers none`;
