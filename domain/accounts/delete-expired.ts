import type { Installation } from '../../server/installation.ts';

export async function deleteExpiredSessions({ db }: Installation): Promise<void> {
  const now = new Date();
  await db.deleteFrom('authSessions').where('expiresAt', '<=', now).execute();
  await db.deleteFrom('authVerifications').where('expiresAt', '<=', now).execute();
}
