import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../ui/translations-context.ts';

export function WithPasskeys({ children }: { children: ReactNode }) {
  const t = useTranslations();
  return browserSupportsWebAuthn() ? children : <p className="text-ink-soft">{t('secondFactor.notHere')}</p>;
}
