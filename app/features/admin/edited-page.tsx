import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { typedPageName } from '../../../browser/drafts.ts';
import { storageOf } from '../../../browser/storage.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { defaultWordsPath } from '../../../paths/paths.ts';
import type { SitePageName } from '../../../paths/site-pages.ts';
import { callFunction, FunctionError } from '../../core/data/call-function.ts';
import { notCached, onlineListQuery } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { PagedList } from '../../widgets/loaded.tsx';
import { Section } from './admin-page.tsx';
import { adminKeys } from './queries.ts';

export type EditedPage = FunctionOutput<'readEditedPage'>;
export type PageWords = NonNullable<EditedPage['words']>;
export type PageVersion = FunctionOutput<'listPageVersions'>['versions'][number];
export type EditedWordsOf = { page: SitePageName; language: string };

export function editedPageQuery(of: EditedWordsOf) {
  return queryOptions({
    queryKey: [...adminKeys.pages, of.page, of.language],
    queryFn: async () => {
      const edited = await callFunction('readEditedPage', of);
      return { edited, ours: await readOurs(of) };
    },
    // Somebody may be typing over what was read, so it is not read again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...notCached,
  });
}

export const versionsQuery = (of: EditedWordsOf) =>
  onlineListQuery([...adminKeys.pages, of.page, of.language, 'versions'], 'listPageVersions', of);

async function readOurs({ page, language }: EditedWordsOf): Promise<PageWords> {
  const answer = await fetch(defaultWordsPath(page, language), { redirect: 'error' }).catch(() => undefined);
  if (!answer?.ok) throw new FunctionError('unavailable', t('pagesAdmin.failed'), { reason: 'unreachable' });
  return (await answer.json()) as PageWords;
}

export function doneInWords({ at, name }: PageVersion['published']) {
  return { day: dayOf(at, 'short'), time: timeOf(at), name: name ?? t('pagesAdmin.nobody') };
}

export function shownPageInWords({ own, published }: Pick<EditedPage, 'own' | 'published'>) {
  return own && published ? t('pagesAdmin.ownSince', doneInWords(published)) : t('pagesAdmin.default');
}

/** `loaded`: what it was typed over; an earlier release did not keep it. */
type Typed = { words: PageWords; loaded?: PageWords; revision: number };

/** What stands typed over the saved words of a page: it stays in this browser until it is saved or taken back. */
export function useTypedPage({ page, language }: EditedWordsOf) {
  const { uid } = useUser();
  const name = typedPageName(uid, page, language);
  const [typed, setTyped] = useState(() => readTyped(name));
  return {
    typed,
    keep: (next: Typed) => {
      setTyped(next);
      storageOf('localStorage')?.setItem(name, JSON.stringify(next));
    },
    forget: () => {
      setTyped(undefined);
      storageOf('localStorage')?.removeItem(name);
    },
  };
}

function readTyped(name: string): Typed | undefined {
  const kept = storageOf('localStorage')?.getItem(name);
  return kept ? (JSON.parse(kept) as Typed) : undefined;
}

type PageVersionsProps = { of: EditedWordsOf; onRestore(words: PageWords | null): void };

export function PageVersions({ of, onRestore }: PageVersionsProps) {
  return (
    <Section id="versions" title={t('pagesAdmin.versions')} className="grid gap-3">
      <PagedList of={versionsQuery(of)} failure={t('pagesAdmin.failed')} more={t('pagesAdmin.moreVersions')}>
        {(list, more) => (
          <>
            {list.rows.length === 0 && <p>{t('pagesAdmin.noVersions')}</p>}
            <ul className="grid gap-3">
              {list.rows.map((version) => (
                <li key={version.id} className="grid gap-3 rounded-card border-2 border-line bg-card p-4">
                  <p>
                    {t('pagesAdmin.publishedBy', doneInWords(version.published))}
                    <br />
                    {version.words ? <bdi className="font-bold">{version.words.title}</bdi> : t('pagesAdmin.default')}
                  </p>
                  <ConfirmButton
                    label={t('pagesAdmin.restore')}
                    question={t('pagesAdmin.restoreQuestion')}
                    verb={t('pagesAdmin.restoreVerb')}
                    verbVariant="primary"
                    text={t('pagesAdmin.restoreText')}
                    action={async () => onRestore(version.words)}
                  />
                </li>
              ))}
            </ul>
            {more}
          </>
        )}
      </PagedList>
    </Section>
  );
}
