import { useState } from 'react';
import { createIdempotencyKey } from './idempotency-key';

/**
 * The values of a form with their idempotency key. The key changes with the values: resubmitting the same
 * values after a lost response creates one resource, changed values create another.
 */
export function useKeyedDraft<Draft extends object>(initial: Draft) {
  const [draft, setDraft] = useState(initial);
  const [key, setKey] = useState(createIdempotencyKey);
  const change = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }));
    setKey(createIdempotencyKey());
  };
  return { draft, key, change };
}
