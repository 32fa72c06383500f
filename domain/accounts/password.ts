import { hashPassword, verifyPassword } from '../../server/auth/password.ts';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { revokeLinks } from './account-links.ts';
import { accountMails } from './account-mails.ts';
import { endSessions, lockAccountOf, readPassword, writePassword } from './account-rows.ts';
import type { CurrentUser } from './contract/schema.ts';
import { problemOfNewPassword } from './new-password.ts';
import type { Problem } from './password-strength.ts';
import { resetTries, takeOwnTry } from './password-tries.ts';
import type { OwnSession } from './sessions.ts';

export type PasswordCheck =
  | { right: true /** Hash of the password. */; hash: string }
  | { right: false /** Whole seconds, when too many were tried. */; retryAfter?: number };

export async function checkPassword(user: CurrentUser, password: string, services: Services): Promise<PasswordCheck> {
  const { allowed, retryAfter } = await takeOwnTry(user.email, services);
  if (!allowed) return { right: false, retryAfter };
  const hash = (await readPassword(services.db, user.uid)) ?? '';
  if (!(await verifyPassword(password, hash))) return { right: false };
  await resetTries(user.email, services);
  return { right: true, hash };
}

/** Changes the password. Other sessions end and password links become void. A weak password is refused before the old one is checked. */
export async function changePassword(
  here: OwnSession & { language: string },
  passwords: { currentPassword: string; newPassword: string },
  services: Services,
): Promise<PasswordCheck | { problem: Problem }> {
  const { uid, email, displayName } = here.user;
  const { allowed, retryAfter } = await services.limits.take('new-password', uid);
  if (!allowed) return { right: false, retryAfter };
  const problem = await problemOfNewPassword(passwords.newPassword, { email, name: displayName }, services);
  if (problem) return { problem };
  const checked = await checkPassword(here.user, passwords.currentPassword, services);
  if (!checked.right) return checked;
  const password = await hashPassword(passwords.newPassword, services.passwordCost);
  const changed = await services.events.transaction(async (trx, publish) => {
    const account = await lockAccountOf(trx, uid);
    // The old password is outdated when another change or the end of this session came first.
    if (!account || (await readPassword(trx, uid)) !== checked.hash || !(await hasSession(trx, here.sessionId)))
      return false;
    await writePassword(trx, uid, password);
    await revokeLinks(trx, uid, ['set-password']);
    await endSessions(trx, uid, here.sessionId);
    await accountMails.passwordChanged(trx, { account, language: here.language }, services);
    publish({ kind: 'session', uid });
    return true;
  });
  if (!changed) return { right: false };
  services.log.info({ uid }, 'password changed');
  return checked;
}

export async function hasSession(trx: Executor, sessionId: string | undefined): Promise<boolean> {
  return isThere(
    trx
      .selectFrom('authSessions')
      .select('id')
      .where('id', '=', sessionId ?? ''),
  );
}
