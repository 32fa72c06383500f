import type { SitePageName } from '../../paths/site-pages.ts';
import type { Executor } from '../../server/db/tables.ts';
import { createLastKnown } from '../../server/events/last-known.ts';
import type { Services } from '../../server/services.ts';
import type { PageWords } from './contract/schema.ts';

export type OwnWords = ReturnType<typeof createOwnWords>;

/** The published words of the operator, read for each page that is drawn; null: those that come with the product. */
export function createOwnWords(services: Pick<Services, 'db' | 'events' | 'log'>) {
  return createLastKnown(services, null, async (page: SitePageName, language: string): Promise<PageWords | null> => {
    const newest = await newestVersion({ page, language }, services.db);
    return newest?.words ?? null;
  });
}

export type WordsOf = { page: SitePageName; language: string };

export function newestVersion({ page, language }: WordsOf, db: Executor) {
  return db
    .selectFrom('pageVersions')
    .leftJoin('users', 'users.uid', 'publishedBy')
    .select(['words', 'pageVersions.createdAt', 'displayName'])
    .where('page', '=', page)
    .where('pageVersions.language', '=', language)
    .orderBy('pageVersions.createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
