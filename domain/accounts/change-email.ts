import type { Services } from '../../server/services.ts';
import { type AccountLink, createLink, findLink, markLinkUsed, revokeLinks } from './account-links.ts';
import { accountMails } from './account-mails.ts';
import { lockAccount, lockAccountOf } from './account-rows.ts';
import { recordConfirmedAddress } from './confirmed-address.ts';
import type { CurrentUser } from './contract/schema.ts';
import { isDisabled } from './disable-account.ts';
import { isUnconfirmed } from './enter-session.ts';
import { takeMail } from './mail-allowance.ts';

/** Asks the old address to allow the change. It does not look whether the new one has an account, so nobody can learn that here. */
export async function requestEmailChange(
  { uid }: { uid: string },
  { newEmail, language }: { newEmail: string; language: string },
  services: Services,
): Promise<void> {
  await services.events.transaction(async (trx) => {
    const account = await lockAccountOf(trx, uid);
    if (!account) return;
    const { email } = account;
    await revokeLinks(trx, uid, ['allow-change', 'confirm-change']);
    const token = await createLink(trx, { purpose: 'allow-change', uid, email, newEmail, language });
    await accountMails.moveAsked(trx, { account, newEmail, token, language }, services);
  });
}

export type EmailChangePermission = 'allowed' | 'invalid-link' | { retryAfter: number };

/** Records that the old address allows the change, and mails the new one: to confirm, or that it already has an account. */
export async function allowEmailChange(
  { token, language }: { token: string; language: string },
  services: Services,
): Promise<EmailChangePermission> {
  const link = await findLink(services.db, token);
  if (link?.purpose !== 'allow-change' || link.usedAt || (await isDisabled(link.email, services)))
    return 'invalid-link';
  const { uid, newEmail } = withNewEmail(link);
  const { allowed, retryAfter } = await takeMail('move-here', newEmail, services);
  if (!allowed) return { retryAfter };
  const used = await services.events.transaction(async (trx) => {
    const account = await lockAccountOf(trx, uid);
    if (!account || !(await markLinkUsed(trx, link))) return false;
    const taken = await lockAccount(trx, newEmail);
    // An unconfirmed account has no claim to the address.
    if (taken && !(await isUnconfirmed(taken, trx))) {
      await accountMails.moveWanted(trx, { account: taken }, services);
    } else {
      const move = { purpose: 'confirm-change', uid, email: account.email, newEmail, language } as const;
      const next = { token: await createLink(trx, move), language };
      await accountMails.moveAllowed(trx, { account: { ...account, email: newEmail }, ...next }, services);
    }
    return true;
  });
  return used ? 'allowed' : 'invalid-link';
}

export type EmailChangeResult = 'moved' | 'invalid-link' | 'sign-in-first' | 'other-account' | 'address-taken';

/** Records that the new address confirms the change. The user must be signed in: the mailbox alone signs nobody in. */
export async function confirmEmailChange(
  token: string,
  signedIn: CurrentUser | null,
  services: Services,
): Promise<EmailChangeResult> {
  const link = await findLink(services.db, token);
  if (link?.purpose !== 'confirm-change' || link.usedAt) return 'invalid-link';
  if (!signedIn) return 'sign-in-first';
  if (signedIn.uid !== link.uid) return 'other-account';
  const { uid, newEmail } = withNewEmail(link);
  const moved = await services.events.transaction(async (trx, publish): Promise<EmailChangeResult> => {
    const account = await lockAccountOf(trx, uid);
    if (!account || account.email !== link.email) return 'invalid-link';
    const taken = await lockAccount(trx, newEmail);
    if (taken && !(await isUnconfirmed(taken, trx))) return 'address-taken';
    if (!(await markLinkUsed(trx, link))) return 'invalid-link';
    if (taken) await trx.deleteFrom('authUsers').where('id', '=', taken.uid).execute();
    await recordConfirmedAddress(trx, { ...account, email: newEmail, language: link.language }, services);
    publish({ kind: 'session', uid });
    return 'moved';
  });
  if (moved === 'moved') services.log.info({ uid }, 'address changed');
  return moved;
}

function withNewEmail({ uid, newEmail }: AccountLink): { uid: string; newEmail: string } {
  if (newEmail === null) throw new Error('a link to move an account names no address');
  return { uid, newEmail };
}
