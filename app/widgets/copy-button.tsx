import { useState } from 'react';
import { ActionButton } from '../../ui/button.tsx';
import { t } from '../core/document/app-translations.ts';

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  if (!globalThis.navigator?.clipboard) return null;
  return (
    <ActionButton onClick={async () => setCopied(await copyText(text))}>
      {isCopied ? t('thread.copied') : t('thread.copy')}
    </ActionButton>
  );
}

/** @returns whether it is copied: a browser may refuse, or have no clipboard */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
