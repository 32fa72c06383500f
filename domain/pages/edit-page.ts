import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { sitePageNames } from '../../paths/site-pages.ts';
import { type PageRequest, readNewest } from '../../server/db/keyset.ts';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordAction } from '../audit/record-action.ts';
import { Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import { keptVersions } from './contract/limits.ts';
import type { PlaceholderValues } from './contract/placeholders.ts';
import type { EditedPage, PageState, PageVersion, PageWords } from './contract/schema.ts';
import { newestVersion, type WordsOf } from './own-words.ts';
import { type PageProblem, pageProblemsOf } from './problems.ts';

type Administrator = Pick<CurrentUser, 'uid'>;

export async function listPages(languages: readonly string[], { db }: Pick<Services, 'db'>): Promise<PageState[]> {
  const drafts = await draftsIn(db).execute();
  const published = await db
    .selectFrom('pageVersions')
    .leftJoin('users', 'users.uid', 'publishedBy')
    .distinctOn(['page', 'pageVersions.language'])
    .select(['page', 'pageVersions.language', 'pageVersions.createdAt', 'displayName'])
    .select(sql<boolean>`words is not null`.as('own'))
    .orderBy('page')
    .orderBy('pageVersions.language')
    .orderBy('pageVersions.createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return sitePageNames.flatMap((page) =>
    languages.map((language) => {
      const isThis = (row: { page: string; language: string }) => row.page === page && row.language === language;
      const newest = published.find(isThis);
      return {
        page,
        language,
        own: newest?.own ?? false,
        published: newest ? doneBy(newest.createdAt, newest.displayName) : null,
        draft: draftOf(drafts.find(isThis)),
      };
    }),
  );
}

export async function readEditedPage({ page, language }: WordsOf, { db }: Pick<Services, 'db'>): Promise<EditedPage> {
  const drafts = draftsIn(db).where('page', '=', page).where('pageDrafts.language', '=', language);
  const draft = await drafts.executeTakeFirst();
  const newest = await newestVersion({ page, language }, db);
  return {
    page,
    language,
    own: Boolean(newest?.words),
    published: newest ? doneBy(newest.createdAt, newest.displayName) : null,
    draft: draftOf(draft),
    words: newest?.words ?? null,
    draftWords: draft?.words ?? null,
    revision: draft?.revision ?? 0,
  };
}

type Change = WordsOf & { /** As the page was when it was read. */ revision: number };
type Draft = WordsOf & { words: PageWords; revision?: number | undefined; from?: Fields | undefined };

/** With `from`, keeps only the words that it names, over what is there now; a page of the read `revision` has nothing to compare. */
export function saveDraft(
  admin: Administrator,
  { words, revision, from, ...of }: Draft,
  services: Services,
): Promise<EditedPage | Conflict> {
  return changePage({ ...of, by: admin, act: 'savePageDraft' }, services, async (trx, now) => {
    const present = now.draftWords ?? now.words ?? {};
    const named = Object.entries(words).filter(([name]) => !from || name in from);
    const changed = Object.fromEntries(named);
    if (revision !== now.revision) {
      const conflict = from ? conflictOf(present, changed, from) : revision !== undefined && pageConflict(now);
      if (conflict) return conflict;
    }
    const draft = { ...words, ...present, ...changed };
    if (isDeepStrictEqual(draft, now.draftWords)) return now;
    await setDraft(trx, now, { words: JSON.stringify(draft), savedBy: admin.uid, savedAt: new Date() });
    return 'changed';
  });
}

export function discardDraft(admin: Administrator, change: Change, services: Services) {
  return changePage({ ...change, by: admin, act: 'discardPageDraft' }, services, async (trx, now) => {
    if (now.revision !== change.revision) return pageConflict(now);
    await setDraft(trx, now, noDraft);
    return 'changed';
  });
}

export async function publishPage(
  admin: Administrator,
  { values, ...change }: Change & { values: PlaceholderValues },
  services: Services,
): Promise<EditedPage | Conflict | 'no-draft' | PageProblem[]> {
  return changePage({ ...change, by: admin, act: 'publishPage' }, services, async (trx, now) => {
    if (now.revision !== change.revision) return pageConflict(now);
    if (!now.draftWords) return 'no-draft';
    const problems = pageProblemsOf(now.draftWords, values);
    if (problems.length > 0) return problems;
    await addVersion(trx, admin, now, now.draftWords);
    return 'published';
  });
}

/** Shows the words that come with the product again. The draft goes; what was published stays among the versions. */
export function showDefaultPage(admin: Administrator, change: Change, services: Services) {
  return changePage({ ...change, by: admin, act: 'showDefaultPage' }, services, async (trx, now) => {
    if (now.revision !== change.revision) return pageConflict(now);
    await addVersion(trx, admin, now, null);
    return 'published';
  });
}

export async function listVersions({ page, language, ...request }: WordsOf & PageRequest, { db, keys }: Services) {
  return readNewest({
    ...request,
    keys,
    list: JSON.stringify(['page-versions', page, language]),
    rows: db
      .with('named', (query) =>
        query
          .selectFrom('pageVersions')
          .leftJoin('users', 'users.uid', 'publishedBy')
          .select(['id', 'words', 'displayName', 'pageVersions.createdAt'])
          .where('page', '=', page)
          .where('pageVersions.language', '=', language),
      )
      .selectFrom('named')
      .selectAll(),
    as: 'versions',
    show: ({ id, words, createdAt, displayName }): PageVersion => ({
      id,
      words,
      published: doneBy(createdAt, displayName),
    }),
  });
}

function pageConflict(now: EditedPage): Conflict {
  return new Conflict(now, { key: 'wordsPage.changedMeanwhile' });
}

function changePage<Refused>(
  { page, language, by, act }: WordsOf & { by: Administrator; act: Act },
  { events }: Services,
  change: (trx: Executor, now: EditedPage) => Promise<'changed' | 'published' | Refused>,
): Promise<EditedPage | Exclude<Refused, 'changed' | 'published'>> {
  return events.transaction(async (trx, publish) => {
    await trx
      .insertInto('pageDrafts')
      .values({ page, language })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const ofPage = trx.selectFrom('pageDrafts').select('page').where('page', '=', page);
    await ofPage.where('language', '=', language).forUpdate().execute();
    const read = () => readEditedPage({ page, language }, { db: trx as Services['db'] });
    const before = await read();
    const done = await change(trx, before);
    if (done !== 'changed' && done !== 'published') return done as Exclude<Refused, 'changed' | 'published'>;
    const after = await read();
    const changes: AuditChanges = {
      revision: [before.revision, after.revision],
      draft: [before.draftWords !== null, after.draftWords !== null],
      ...(done === 'published' && { published: [kindOf(before.words), kindOf(after.words)] }),
    };
    await recordAction(trx, { by, act, id: `${page} ${language}`, changes });
    if (done === 'published') publish({ kind: 'pages' });
    return after;
  });
}

function kindOf(words: PageWords | null): 'default' | 'own' {
  return words ? 'own' : 'default';
}

const noDraft = { words: null, savedBy: null, savedAt: null };

async function setDraft(
  trx: Executor,
  { page, language, revision }: Change,
  draft: { words: string | null; savedBy: string | null; savedAt: Date | null },
): Promise<void> {
  const changes = { ...draft, revision: revision + 1 };
  await trx.updateTable('pageDrafts').set(changes).where('page', '=', page).where('language', '=', language).execute();
}

async function addVersion(trx: Executor, admin: Administrator, change: Change, words: PageWords | null): Promise<void> {
  const { page, language } = change;
  const stored = words && JSON.stringify(words);
  const row = { id: randomUUID(), page, language, words: stored, publishedBy: admin.uid };
  await trx.insertInto('pageVersions').values(row).execute();
  await sql`
    delete from page_versions where id in (
      select id from page_versions where page = ${page} and language = ${language}
      order by created_at desc, id desc offset ${keptVersions})`.execute(trx);
  await setDraft(trx, change, noDraft);
}

function draftsIn(db: Executor) {
  return db
    .selectFrom('pageDrafts')
    .leftJoin('users', 'users.uid', 'savedBy')
    .select(['page', 'pageDrafts.language', 'revision', 'words', 'savedAt', 'displayName']);
}

function draftOf(row: { savedAt: Date | null; displayName: string | null } | undefined): PageState['draft'] {
  return row?.savedAt ? doneBy(row.savedAt, row.displayName) : null;
}

function doneBy(at: Date, name: string | null) {
  return { at: at.toISOString(), name };
}
