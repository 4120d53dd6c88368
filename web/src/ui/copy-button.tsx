import { useState } from 'react';
import { Button } from './button';
import { CopyIcon } from './icons';

/** Puts a text on the clipboard; `label` says what. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      setResult('refused');
    }
  };
  return (
    <Button variant="quiet" aria-label={result === 'copied' ? `${label}: copied` : label} onPress={copy}>
      <CopyIcon />
      {result === 'copied' && 'Copied'}
      {result === 'refused' && 'Copy failed'}
    </Button>
  );
}
