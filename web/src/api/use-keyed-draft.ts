import { useState } from 'react';
import { createIdempotencyKey } from './idempotency-key';

/**
 * What a form holds, with the key under which it is sent. The key stays while nothing is changed, so that sending
 * again what got through unanswered counts once; whatever is changed makes it another request.
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
