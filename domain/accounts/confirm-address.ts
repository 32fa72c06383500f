import { verifyPassword } from '../../server/auth/password.ts';
import type { Installation } from '../../server/installation.ts';
import { type AccountLink, findLink, markLinkUsed, voidLinks } from './account-links.ts';
import { endSessions, lockAccountOf, writePassword } from './account-rows.ts';
import { recordConfirmedAddress } from './confirmed-address.ts';

export type Confirmed = 'confirmed' | 'invalid-link' | 'password-needed' | 'wrong-password' | { retryAfter: number };

/** Who follows a link to confirm an address: by the browser they come with, or by the password of the sign-up. */
export type Confirmer = { deviceHash: string | undefined; password: string | undefined };

/**
 * Confirms the address of an account with the link of one sign-up: its name and its password become the account's, the links of
 * other sign-ups work no longer, and every session ends. Holding the mailbox is not enough: it could be the owner of an address with which
 * a stranger signed up. So it takes the browser that signed up, or that sign-up's password.
 */
export async function confirmAddress(
  token: string,
  confirmer: Confirmer,
  installation: Installation,
): Promise<Confirmed> {
  const link = await findLink(installation.db, token);
  if (link?.purpose !== 'confirm') return 'invalid-link';
  const proved = await proveSignUp(link, confirmer, installation);
  if (proved !== true) return proved;
  if (link.usedAt) return 'confirmed';
  const confirmed = await installation.events.transaction(async (trx, publish) => {
    const account = await lockAccountOf(trx, link.uid);
    if (!account || account.email !== link.email || !(await markLinkUsed(trx, link))) return false;
    const name = link.displayName ?? account.name;
    await voidLinks(trx, link.uid, ['confirm', 'set-password']);
    if (link.password) await writePassword(trx, link.uid, link.password);
    await endSessions(trx, link.uid);
    await recordConfirmedAddress(trx, { ...account, name }, installation);
    publish({ kind: 'session', uid: link.uid });
    return true;
  });
  // Whoever asked at the same moment was first: a link that was voided instead is gone.
  if (!confirmed) return (await findLink(installation.db, token))?.usedAt ? 'confirmed' : 'invalid-link';
  installation.log.info({ uid: link.uid }, 'address confirmed');
  return 'confirmed';
}

/** Whether the link can be used in this browser without its password. */
export function isOfThisBrowser({ deviceHash }: Pick<AccountLink, 'deviceHash'>, here: string | undefined): boolean {
  return deviceHash !== null && deviceHash === here;
}

async function proveSignUp(
  link: AccountLink,
  { deviceHash, password }: Confirmer,
  { limits }: Installation,
): Promise<true | Exclude<Confirmed, 'confirmed'>> {
  if (isOfThisBrowser(link, deviceHash)) return true;
  if (password === undefined) return 'password-needed';
  const { allowed, retryAfter } = await limits.take('wrong-own-password', link.tokenHash);
  if (!allowed) return { retryAfter };
  return (await verifyPassword(password, link.password ?? '')) || 'wrong-password';
}
