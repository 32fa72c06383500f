import { verifyPassword } from '../../server/auth/password.ts';
import type { Services } from '../../server/services.ts';
import { type AccountLink, findLink, markLinkUsed, revokeLinks } from './account-links.ts';
import { endSessions, lockAccountOf, writePassword } from './account-rows.ts';
import { recordConfirmedAddress } from './confirmed-address.ts';

export type Confirmed = 'confirmed' | 'invalid-link' | 'password-needed' | 'wrong-password' | { retryAfter: number };

export type Confirmer = { deviceHash: string | undefined; password: string | undefined };

/** The mailbox alone is not enough, as it may belong to a victim: the browser or the password of that sign-up is required. */
export async function confirmAddress(token: string, confirmer: Confirmer, services: Services): Promise<Confirmed> {
  const link = await findLink(services.db, token);
  if (link?.purpose !== 'confirm') return 'invalid-link';
  const proved = await proveSignUp(link, confirmer, services);
  if (proved !== true) return proved;
  if (link.usedAt) return 'confirmed';
  const confirmed = await services.events.transaction(async (trx, publish) => {
    const account = await lockAccountOf(trx, link.uid);
    if (!account || account.email !== link.email || !(await markLinkUsed(trx, link))) return false;
    const name = link.displayName ?? account.name;
    await revokeLinks(trx, link.uid, ['confirm', 'set-password']);
    if (link.password) await writePassword(trx, link.uid, link.password);
    await endSessions(trx, link.uid);
    await recordConfirmedAddress(trx, { ...account, name, language: link.language }, services);
    publish({ kind: 'session', uid: link.uid });
    return true;
  });
  // Another request was first. A link that is gone was made void.
  if (!confirmed) return (await findLink(services.db, token))?.usedAt ? 'confirmed' : 'invalid-link';
  services.log.info({ uid: link.uid }, 'address confirmed');
  return 'confirmed';
}

/** The sign-up that the link is about to confirm in the browser that made it. */
export async function findOwnSignUp(token: string, deviceHash: string, { db }: Services) {
  const link = await findLink(db, token);
  const isOpen = link?.purpose === 'confirm' && !link.usedAt && isOfThisBrowser(link, deviceHash);
  return isOpen ? link : undefined;
}

export function isOfThisBrowser({ deviceHash }: Pick<AccountLink, 'deviceHash'>, here: string | undefined): boolean {
  return deviceHash !== null && deviceHash === here;
}

async function proveSignUp(
  link: AccountLink,
  { deviceHash, password }: Confirmer,
  { limits }: Services,
): Promise<true | Exclude<Confirmed, 'confirmed'>> {
  if (isOfThisBrowser(link, deviceHash)) return true;
  if (password === undefined) return 'password-needed';
  const { allowed, retryAfter } = await limits.take('wrong-own-password', link.tokenHash);
  if (!allowed) return { retryAfter };
  return (await verifyPassword(password, link.password ?? '')) || 'wrong-password';
}
