import type { Selectable } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { CurrentUser } from './contract/schema.ts';
import { deletionDay } from './deletion-pause.ts';

/** Reads a profile. Only administrators can read somebody else's; for others it is null (C-7.06). */
export async function readProfileOf(
  reader: CurrentUser,
  uid: string,
  { db }: Installation,
): Promise<CurrentUser | null> {
  if (uid !== reader.uid && reader.role !== 'admin') return null;
  const row = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
  return row ? toUser(row) : null;
}

/** Changes the user's name in profile (C-7.05) and account, which mails take it from (C-3.02). */
export async function renameUser(
  user: CurrentUser,
  fields: { displayName: string },
  { db }: Installation,
): Promise<CurrentUser> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('users')
      .set(fields)
      .where('uid', '=', user.uid)
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx.updateTable('authUsers').set({ name: fields.displayName }).where('id', '=', user.uid).execute();
    return toUser(row);
  });
}

/** Keeps the language that the user reads and is mailed in. */
export async function chooseLanguage(
  { uid }: CurrentUser,
  choice: { language: string },
  { db }: Installation,
): Promise<CurrentUser> {
  const row = await db.updateTable('users').set(choice).where('uid', '=', uid).returningAll().executeTakeFirstOrThrow();
  return toUser(row);
}

function toUser(row: Selectable<Tables['users']>): CurrentUser {
  return {
    uid: row.uid,
    email: row.email,
    displayName: row.displayName ?? '',
    emailVerified: row.emailVerified === true,
    createdAt: row.createdAt.toISOString(),
    lastLogin: row.lastLogin?.toISOString() ?? null,
    role: row.role,
    ...(row.language && { language: row.language }),
    ...(row.deletionAskedAt && { deletedOn: deletionDay(row.deletionAskedAt).toISOString() }),
  };
}
