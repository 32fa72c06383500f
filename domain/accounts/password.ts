import { hashPassword, verifyPassword } from '../../server/auth/password.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { problemOfNewPassword } from './new-password.ts';
import type { Problem } from './password-strength.ts';
import { forgetTries, takeOwnTry } from './password-tries.ts';
import type { CurrentUser } from './schema.ts';
import { endOtherSessions, type Here } from './sessions.ts';

export type Checked =
  | { right: true }
  | { right: false /** Whole seconds, when too many were tried. */; retryAfter?: number };

/** Whether this is the user's password. Wrong ones are limited. */
export async function checkPassword(user: CurrentUser, password: string, installation: Installation): Promise<Checked> {
  const { allowed, retryAfter } = await takeOwnTry(user.email, installation);
  if (!allowed) return { right: false, retryAfter };
  const account = await installation.db
    .selectFrom('authAccounts')
    .select('password')
    .where('userId', '=', user.uid)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  const right = await verifyPassword(password, account?.password ?? '');
  if (right) await forgetTries(user.email, installation);
  return { right };
}

/**
 * Sets a new password for who knows the old one; the sessions elsewhere end, and links to set a new one are void.
 * One that is too easy to guess is refused first, before the old one is looked at.
 */
export async function changePassword(
  here: Here,
  passwords: { currentPassword: string; newPassword: string },
  installation: Installation,
): Promise<Checked | { problem: Problem }> {
  const { uid, email, displayName } = here.user;
  const { allowed, retryAfter } = await installation.limits.take('new-password', uid);
  if (!allowed) return { right: false, retryAfter };
  const problem = await problemOfNewPassword(passwords.newPassword, { email, name: displayName }, installation);
  if (problem) return { problem };
  const checked = await checkPassword(here.user, passwords.currentPassword, installation);
  if (!checked.right) return checked;
  const password = await hashPassword(passwords.newPassword);
  await installation.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('authAccounts')
      .set({ password, updatedAt: new Date() })
      .where('userId', '=', uid)
      .where('providerId', '=', 'credential')
      .execute();
    await voidResetLinks(trx, uid);
  });
  await endOtherSessions(here, installation);
  return checked;
}

/** The links to set a new password that were mailed until now work no longer. */
export async function voidResetLinks(trx: Executor, uid: string): Promise<void> {
  await trx
    .deleteFrom('authVerifications')
    .where('value', '=', uid)
    .where('identifier', 'like', 'reset-password:%')
    .execute();
}
