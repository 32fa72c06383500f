import type { ReactNode } from 'react';
import type { Translations } from '../../../language/create-translations.ts';

/** What to do when the secret is not the database's own. An option of a command that is broken at its dashes reads as two words. */
export function secretAdvice(t: Translations): ReactNode {
  const option = (text: ReactNode) => <span className="whitespace-nowrap">{text}</span>;
  return t.rich('health.secretReplacedAdvice', { option });
}
