import type { Installation } from '../../server/installation.ts';
import { uidOf } from './account-rows.ts';
import { type Administered, setRole } from './administer-account.ts';

/** By a command on the server. */
export function grantAdmin(email: string, installation: Installation): Promise<boolean> {
  return setRoleOf(email, 'admin', installation).then((outcome) => outcome === 'done');
}

/** The last administrator keeps the role. */
export function revokeAdmin(email: string, installation: Installation): Promise<Administered> {
  return setRoleOf(email, null, installation);
}

async function setRoleOf(email: string, role: 'admin' | null, installation: Installation): Promise<Administered> {
  const account = await uidOf(email, installation.db).executeTakeFirst();
  return account ? setRole(null, account.id, role, installation) : 'no-account';
}
