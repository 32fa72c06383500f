import { sql } from 'kysely';
import { isoTimes } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isOrderOf } from '../accounts/account-rows.ts';
import { deletionDay } from '../accounts/deletion-pause.ts';
import { readTable, startOf, type TableRequest } from '../lists/read-table.ts';
import { hasWords, wordsIn } from '../lists/search-words.ts';
import type { Person } from './contract/people.ts';

/** The expression of the index. Accounts that never signed in come before all others. */
const lastLogin = sql`coalesce(last_login, '1970-01-01 00:00:00+00'::timestamptz)`;

/** A page of the accounts. Searched for is the start of an address, the starts of words in a name, or a uid. */
export function listPeople(request: TableRequest<'created' | 'lastLogin' | 'email'>, services: Services) {
  return readTable(request, services, {
    name: 'people',
    sorts: {
      created: { column: 'createdAt', type: 'timestamptz' },
      lastLogin: { column: lastLogin, type: 'timestamptz' },
      email: { column: 'email', type: 'text' },
    },
    rows: selectPeople(services.db),
    idColumn: 'uid',
    fitting,
    show: toPerson,
  });
}

export async function readPerson(uid: string, { db }: Pick<Services, 'db'>) {
  const row = await selectPeople(db).where('uid', '=', uid).executeTakeFirst();
  if (!row) return undefined;
  const counted = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('authSessions').select(fn.countAll<number>().as('n')).where('userId', '=', uid).as('sessions'),
      selectFrom('items').select(fn.countAll<number>().as('n')).where('ownerId', '=', uid).as('items'),
      selectFrom('conversations').select(fn.countAll<number>().as('n')).where('ownerId', '=', uid).as('conversations'),
      selectFrom('orders').select(fn.countAll<number>().as('n')).where(isOrderOf(uid)).as('orders'),
    ])
    .executeTakeFirstOrThrow();
  const counts = Object.entries(counted).map(([name, count]) => [name, Number(count)]);
  const all = Object.fromEntries(counts) as Counts;
  // Those of a disabled account open nothing, and stay to say why.
  return { ...toPerson(row), language: row.language, ...all, sessions: row.disabledAt ? 0 : all.sessions };
}

type Counts = Record<'sessions' | 'items' | 'conversations' | 'orders', number>;

function selectPeople(db: Executor) {
  return db
    .selectFrom('users')
    .select(['uid as id', 'email', 'displayName', 'emailVerified', 'createdAt', 'lastLogin'])
    .select(['role', 'disabledAt', 'deletionAskedAt', 'language']);
}

function fitting(search: string) {
  const isNamed = hasWords(search, wordsIn('display_name'));
  return sql<boolean>`(email like ${startOf(search)} or ${isNamed} or uid = ${search})`;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

function toPerson({ role, deletionAskedAt, displayName, language: _, ...row }: Row): Person {
  return {
    ...isoTimes(row),
    displayName: displayName ?? '',
    isAdmin: role === 'admin',
    deletedOn: deletionAskedAt && deletionDay(deletionAskedAt).toISOString(),
  };
}
