import { useState } from 'react';
import { logOnly } from '../../browser/log-only.ts';
import { ActionButton } from '../../ui/button.tsx';
import { useTranslations } from '../../ui/translations-context.ts';

export function CopyButton({ text }: { text: string }) {
  const t = useTranslations();
  const [isCopied, setCopied] = useState(false);
  if (!globalThis.navigator?.clipboard) return null;
  const copy = () => {
    navigator.clipboard.writeText(text).then(() => setCopied(true), logOnly('Not copied'));
  };
  return <ActionButton onClick={copy}>{isCopied ? t('thread.copied') : t('thread.copy')}</ActionButton>;
}
