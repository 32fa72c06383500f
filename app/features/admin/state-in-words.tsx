import type { ReactNode } from 'react';
import { t } from '../../core/document/app-translations.ts';
import { dayOf, timeOf } from '../../widgets/dates.ts';

export function momentOf(iso: string): string {
  return t('admin.moment', { day: dayOf(iso), time: timeOf(iso) });
}

type Queue = { waiting: number; oldestWaiting: string | null; givenUp: number };

export function queueFacts({ waiting, oldestWaiting, givenUp }: Queue): Record<string, string> {
  return {
    [t('admin.waiting')]: oldestWaiting
      ? t('admin.waitingSince', { count: waiting, moment: momentOf(oldestWaiting) })
      : t('admin.count', { count: 0 }),
    [t('admin.givenUp')]: t('admin.count', { count: givenUp }),
  };
}

/** What to do when the secret is not the database's own. An option of a command that is broken at its dashes reads as two words. */
export function secretAdvice(): ReactNode {
  const option = (text: ReactNode) => <span className="whitespace-nowrap">{text}</span>;
  return t.rich('health.secretReplacedAdvice', { option });
}
