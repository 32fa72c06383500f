import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import type { ReactNode } from 'react';
import { useWords } from '../../ui/words-context.ts';

export function WithPasskeys({ children }: { children: ReactNode }) {
  const t = useWords();
  return browserSupportsWebAuthn() ? children : <p className="text-ink-soft">{t('secondFactor.notHere')}</p>;
}
