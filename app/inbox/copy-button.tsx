import { useState } from 'react';
import { logOnly } from '../../browser/log-only.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/words-context.ts';

/** Only where the browser lets pages write to the clipboard. */
export function CopyButton({ text }: { text: string }) {
  const t = useWords();
  const [isCopied, setCopied] = useState(false);
  if (!globalThis.navigator?.clipboard) return null;
  const copy = () => {
    navigator.clipboard.writeText(text).then(() => setCopied(true), logOnly('Not copied'));
  };
  return (
    <Button type="button" variant="secondary" onClick={copy}>
      {isCopied ? t('thread.copied') : t('thread.copy')}
    </Button>
  );
}
