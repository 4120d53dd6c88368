/** Conditions between the fields of an object as JSON schema: refinements of zod are not in the OpenAPI document. */
type Condition = Record<string, unknown>;

/** The field has a value. */
export function hasValue(field: string): Condition {
  return { required: [field], properties: { [field]: { not: { type: 'null' } } } };
}

/** The field has one of these values. */
export function isOneOf(field: string, values: readonly unknown[]): Condition {
  return { required: [field], properties: { [field]: { enum: values } } };
}

/** None of the fields has a value. */
export function lacks(...fields: string[]): { properties: Record<string, { type: 'null' }> } {
  return { properties: Object.fromEntries(fields.map((field) => [field, { type: 'null' as const }])) };
}

/** What holds if a condition does, and otherwise. */
export function when(condition: Condition, then: Condition, otherwise?: Condition): Condition {
  return { if: condition, then, ...(otherwise && { else: otherwise }) };
}

/** What holds if a condition does not. */
export function unless(condition: Condition, then: Condition): Condition {
  return { if: condition, else: then };
}

/** One of the fields has a value, and only that one. */
export function exactlyOne(first: string, ...otherFields: string[]): Condition {
  const [second, ...rest] = otherFields;
  if (second === undefined) return hasValue(first);
  return when(hasValue(first), lacks(...otherFields), exactlyOne(second, ...rest));
}

/** One of the fields has a value. */
export function needsOne(...fields: string[]): Condition {
  return { not: lacks(...fields) };
}
