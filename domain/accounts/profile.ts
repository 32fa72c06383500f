import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { can } from './contract/can.ts';
import type { CurrentUser } from './contract/schema.ts';
import { userOf } from './enter-session.ts';

/** Reads a profile. Only administrators can read somebody else's; for others it is null (C-7.06). */
export async function readProfileOf(reader: CurrentUser, uid: string, { db }: Services): Promise<CurrentUser | null> {
  if (uid !== reader.uid && !can(reader, 'readProfiles')) return null;
  const row = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
  return row ? toUser(row) : null;
}

type ProfileChange = {
  displayName?: string | undefined;
  language?: string | undefined;
  nameShown?: boolean | undefined;
};

/** Merges the given fields into the profile (C-7.05); the name goes to the account too, which mails take it from (C-3.02). */
export async function updateProfile(
  { uid }: CurrentUser,
  { displayName, language, nameShown }: ProfileChange,
  { db }: Services,
): Promise<CurrentUser> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('users')
      .set(({ ref }) => ({ displayName: displayName ?? ref('displayName'), language: language ?? ref('language') }))
      .$if(nameShown !== undefined, (query) =>
        query.set({ nameShownAt: nameShown ? sql<Date>`coalesce(name_shown_at, now())` : null }),
      )
      .where('uid', '=', uid)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (displayName) await trx.updateTable('authUsers').set({ name: displayName }).where('id', '=', uid).execute();
    return toUser(row);
  });
}

function toUser(row: Selectable<Tables['users']>): CurrentUser {
  return userOf({ uid: row.uid, email: row.email, name: '', emailVerified: false, createdAt: row.createdAt }, row);
}
