import type { SitePageName } from '../../paths/site-pages.ts';
import { withTimeout } from '../../server/concurrency.ts';
import type { Services } from '../../server/services.ts';
import type { PageWords } from './contract/schema.ts';

export type OwnWords = ReturnType<typeof createOwnWords>;

type Read = {
  /** null: the words that come with the product. */
  words: PageWords | null;
  /** Whether they are those of this moment: if not, the page is not to be cached. */
  current: boolean;
};

const waitMs = 300;

/** The published words of the operator, read for each page that is drawn; while they cannot be read, or not at once, the last ones known. */
export function createOwnWords({ db, events, log }: Pick<Services, 'db' | 'events' | 'log'>) {
  const known = new Map<string, PageWords | null>();
  return async (page: SitePageName, language: string): Promise<Read> => {
    const name = `${page} ${language}`;
    const read = async () => {
      const newest = await db
        .selectFrom('pageVersions')
        .select('words')
        .where('page', '=', page)
        .where('language', '=', language)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const words = newest?.words ?? null;
      known.set(name, words);
      return { words, current: true };
    };
    const last = { words: known.get(name) ?? null, current: false };
    if (events.freshness() !== 'current') return last;
    try {
      return await withTimeout(waitMs, read(), last);
    } catch (error) {
      log.error({ error, page }, 'could not read the words of a page');
      return last;
    }
  };
}
