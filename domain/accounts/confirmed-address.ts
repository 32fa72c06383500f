import type { Account } from '../../server/auth/auth.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { mailAccountMoved } from '../notifications/security-mails.ts';
import { revokeLinks } from './account-links.ts';
import { createProfile } from './enter-session.ts';

/** Records a confirmed address; ADMIN_EMAIL becomes administrator. The address before is told, and its password links become void. */
export async function recordConfirmedAddress(
  trx: Executor,
  account: Account,
  installation: Installation,
): Promise<void> {
  const { uid, email, name } = account;
  await trx.updateTable('authUsers').set({ email, name, emailVerified: true }).where('id', '=', uid).execute();
  const profile = await trx.selectFrom('users').select('email').where('uid', '=', uid).forUpdate().executeTakeFirst();
  if (!profile) await createProfile(account, true, { db: trx });
  const role = email === installation.adminEmail ? ({ role: 'admin' } as const) : {};
  await trx
    .updateTable('users')
    .set({ email, displayName: name, emailVerified: true, mailFailedAt: null, ...role })
    .where('uid', '=', uid)
    .execute();
  if (role.role) installation.log.info({ uid, ...role }, 'a role changed');
  if (!profile || profile.email === email) return;
  await revokeLinks(trx, uid, ['set-password', 'confirm', 'allow-change', 'confirm-change']);
  await mailAccountMoved(trx, account, profile.email, installation);
}
