import { hashPassword, verifyPassword } from '../../server/auth/password.ts';
import type { Installation } from '../../server/installation.ts';
import { mailPasswordChanged } from '../notifications/security-mails.ts';
import { voidLinks } from './account-links.ts';
import { endSessions, lockAccountOf, writePassword } from './account-rows.ts';
import { problemOfNewPassword } from './new-password.ts';
import type { Problem } from './password-strength.ts';
import { forgetTries, takeOwnTry } from './password-tries.ts';
import type { CurrentUser } from './schema.ts';
import type { Here } from './sessions.ts';

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
  await installation.events.transaction(async (trx, publish) => {
    const account = await lockAccountOf(trx, uid);
    if (!account) throw new Error('the account is gone whose password was right');
    await writePassword(trx, uid, password);
    await voidLinks(trx, uid, ['set-password']);
    await endSessions(trx, uid, here.sessionId);
    await mailPasswordChanged(trx, account, installation);
    publish({ kind: 'session', uid }, { kind: 'mail' });
  });
  installation.log.info({ uid }, 'password changed');
  return checked;
}
