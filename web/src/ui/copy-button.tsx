import { useState } from 'react';
import { Button } from './button';
import { CopyIcon } from './icons';

/** Copies a text to the clipboard; `label` describes it. */
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
