import type { SitePageName } from '../../paths/site-pages.ts';
import { createLastKnown } from '../../server/events/last-known.ts';
import type { Services } from '../../server/services.ts';
import type { PageWords } from './contract/schema.ts';

export type OwnWords = ReturnType<typeof createOwnWords>;

/** The published words of the operator, read for each page that is drawn; null: those that come with the product. */
export function createOwnWords(services: Pick<Services, 'db' | 'events' | 'log'>) {
  return createLastKnown(services, null, async (page: SitePageName, language: string): Promise<PageWords | null> => {
    const newest = await services.db
      .selectFrom('pageVersions')
      .select('words')
      .where('page', '=', page)
      .where('language', '=', language)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest?.words ?? null;
  });
}
