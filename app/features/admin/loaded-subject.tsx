import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../ui/button.tsx';
import { fieldErrors, isNotFound } from '../../core/data/function-error.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';

type LoadedSubjectProps<Data> = {
  /** The list that it stands in. */
  back: { label: string; href: string };
  query: UseQueryResult<Data>;
  failure: string;
  /** What is said where there is no such thing; unless it is given, what the server says. */
  missing?: string;
  /** Where there is no such thing: another way to it. */
  instead?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** The thing that a page of the administration is about, below the way back. The page has its heading also where there is no such thing. */
export function LoadedSubject<Data>({ back, query, failure, missing, instead, children }: LoadedSubjectProps<Data>) {
  const { error } = query;
  const isMissing = isNotFound(error);
  const isUnread = error !== null && query.data === undefined;
  return (
    <>
      <LinkButton href={back.href} variant="secondary" className="justify-self-start">
        {back.label}
      </LinkButton>
      {(isMissing || isUnread) && (
        <PageHeading>
          {isMissing ? (missing ?? fieldErrors(error).id ?? error?.message ?? failure) : back.label}
        </PageHeading>
      )}
      {isMissing ? (
        instead
      ) : (
        <Loaded query={query} failure={failure}>
          {children}
        </Loaded>
      )}
    </>
  );
}
