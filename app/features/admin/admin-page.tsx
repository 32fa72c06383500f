import { type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { inGroups } from '../../../domain/texts/contract/typed-codes.ts';
import { adminPeoplePath, adminTagsPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { fieldErrors, isNotFound } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { dayOf, timeOf, whenOf } from '../../widgets/dates.ts';
import { type Changes, useChange } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';

type ReadProps<Data> = {
  // biome-ignore lint/suspicious/noExplicitAny: the key of a query is nothing to its reader
  query: UndefinedInitialDataOptions<Data, Error, Data, any>;
  failure: string;
  children: (data: Data) => ReactNode;
};

export function Read<Data>({ query, failure, children }: ReadProps<Data>) {
  return (
    <Loaded query={useQuery(query)} failure={failure}>
      {children}
    </Loaded>
  );
}

type SettingsPageProps<Data> = ReadProps<Data> & { title: string; above?: ReactNode };

export function SettingsPage<Data>({ title, above, ...read }: SettingsPageProps<Data>) {
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>{title}</PageHeading>
      {above}
      <Read {...read} />
    </div>
  );
}

type Back = { label: string; href: string };

export const WayBack = ({ label, href }: Back) => (
  <LinkButton href={href} variant="secondary" className="justify-self-start" data-returns>
    {label}
  </LinkButton>
);

type SubjectProps<Data> = ReadProps<Data> & {
  back: Back;
  missing?: string;
};

/** The thing that a page is about, below the way back. The page has its heading also where there is no such thing. */
export function Subject<Data>({ back, failure, missing, children, ...of }: SubjectProps<Data>) {
  const query = useQuery(of.query);
  const { error, data } = query;
  const isMissing = isNotFound(error);
  const title = isMissing ? (missing ?? fieldErrors(error).id ?? error?.message ?? failure) : back.label;
  return (
    <>
      <WayBack {...back} />
      {error !== null && (isMissing || data === undefined) && <PageHeading>{title}</PageHeading>}
      {!isMissing && (
        <Loaded query={query} failure={failure}>
          {children}
        </Loaded>
      )}
    </>
  );
}

type LinesProps = { id: string; title: string; said?: string | false; children: ReactNode[] };

/** A section of lines, below what is said of them. */
export function Lines({ said, children, ...section }: LinesProps) {
  return (
    <Section {...section}>
      {said && <p>{said}</p>}
      <ul className="grid gap-2">{children}</ul>
    </Section>
  );
}

type SectionProps = { id: string; title: string; className?: string; children: ReactNode };

export function Section({ id, title, className = 'grid grid-cols-1 gap-4', children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

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
