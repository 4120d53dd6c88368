import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { bindFields } from './bind-fields';
import { getFieldErrors } from './field-errors';
import { createIdempotencyKey } from './idempotency-key';

interface CreationFormOptions<Draft, Body, Created> {
  initial: Draft;
  /** The paths of the request body whose errors appear at fields. */
  fields: readonly string[];
  creation: UseMutationResult<Created, Error, { body: Body; key: string }>;
  toBody: (draft: Draft) => Body;
  onCreated: (created: Created) => void;
}

/**
 * A form that creates a resource. Its idempotency key changes with its values: resubmitting the same values
 * after a lost response creates one resource, changed values create another.
 */
export function useCreationForm<Draft extends object, Body, Created>({
  initial,
  fields,
  creation,
  toBody,
  onCreated,
}: CreationFormOptions<Draft, Body, Created>) {
  const [draft, setDraft] = useState(initial);
  const [key, setKey] = useState(createIdempotencyKey);
  const change = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }));
    setKey(createIdempotencyKey());
  };
  const errors = getFieldErrors(creation.error, fields);
  return {
    draft,
    change,
    errors,
    field: bindFields(draft, change, errors),
    /** The properties of the `DialogForm`. */
    form: {
      isPending: creation.isPending,
      error: errors.rest,
      onSubmit: () => creation.mutate({ body: toBody(draft), key }, { onSuccess: onCreated }),
    },
  };
}
