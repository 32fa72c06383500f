import type { Account } from '../../server/auth/auth.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { revokeLinks } from './account-links.ts';
import { accountMails } from './account-mails.ts';
import { createProfile } from './enter-session.ts';

/** `language`: of the page on which it was asked for. */
type Confirmed = Account & { language: string | null };

/** Records a confirmed address; ADMIN_EMAIL becomes administrator. The address before is told, and its password links become void. */
export async function recordConfirmedAddress(trx: Executor, account: Confirmed, services: Services): Promise<void> {
  const { uid, email, name, language } = account;
  await trx.updateTable('authUsers').set({ email, name, emailVerified: true }).where('id', '=', uid).execute();
  const profile = await trx.selectFrom('users').select('email').where('uid', '=', uid).forUpdate().executeTakeFirst();
  if (!profile) await createProfile(account, true, { db: trx });
  const role = email === services.adminEmail ? ({ role: 'admin' } as const) : {};
  await trx
    .updateTable('users')
    .set({ email, displayName: name, emailVerified: true, mailFailedAt: null, mailBouncedAt: null, ...role })
    .set((set) => ({ language: set.fn.coalesce('language', set.val(language)) }))
    .where('uid', '=', uid)
    .execute();
  if (role.role) services.log.info({ uid, ...role }, 'a role changed');
  if (!profile || profile.email === email) return;
  await revokeLinks(trx, uid, ['set-password', 'confirm', 'allow-change', 'confirm-change']);
  await accountMails.moved(trx, { account: { ...account, email: profile.email }, email, language }, services);
}
