import type { ReactNode } from 'react';
import { inGroups } from '../../../domain/texts/contract/typed-codes.ts';
import { adminPeoplePath, adminTagsPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { dayOf, timeOf, whenOf } from '../../widgets/dates.ts';
import { type Changes, useChange } from '../../widgets/form.tsx';

export const Day = ({ at }: { at: string }) => <time dateTime={at}>{dayOf(at, 'short')}</time>;

export const When = ({ at }: { at: string }) => <time dateTime={at}>{whenOf(at)}</time>;

export const DayAndTime = ({ at }: { at: string }) => (
  <time dateTime={at}>
    {dayOf(at, 'short')}, {timeOf(at)}
  </time>
);

export const PersonLink = ({ uid, email, className }: { uid: string; email: string; className?: string }) => (
  <a href={adminPeoplePath(uid)} className={className}>
    <bdi dir="ltr">{email}</bdi>
  </a>
);

export const printed = (code: string) => inGroups(code).toUpperCase();

export const TagLink = ({ code }: { code: string }) => <a href={adminTagsPath({ tag: code })}>{printed(code)}</a>;

/** As it was typed, and in its own direction. */
export const Words = ({ children, language }: { children: string; language?: string | null }) => (
  <p dir="auto" lang={language ?? undefined} className="whitespace-pre-line wrap-anywhere">
    {children}
  </p>
);

export const Acts = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div className={`flex flex-wrap gap-3 ${className}`}>{children}</div>
);

/** Buttons that act at once, one at a time, with the failure or the answer of the last one. */
export function useActs<Answer>(options: Changes) {
  const act = useChange((action: () => Promise<Answer>) => action(), options);
  return {
    button: (label: string, action: () => Promise<Answer>, variant: 'primary' | 'secondary' = 'secondary') => (
      <Button type="button" variant={variant} disabled={act.isPending} onClick={() => act.mutate(action)}>
        {label}
      </Button>
    ),
    failure: act.error && <Alert tone="error">{act.error.message}</Alert>,
    answer: act.data,
  };
}
