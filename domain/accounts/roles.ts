import type { Services } from '../../server/services.ts';
import { uidOf } from './account-rows.ts';
import { type Administered, setRole } from './administer-account.ts';

export function grantAdmin(email: string, services: Services): Promise<boolean> {
  return setRoleOf(email, 'admin', services).then((outcome) => outcome === 'done');
}

export function revokeAdmin(email: string, services: Services): Promise<Administered> {
  return setRoleOf(email, null, services);
}

async function setRoleOf(email: string, role: 'admin' | null, services: Services): Promise<Administered> {
  const account = await uidOf(email, services.db).executeTakeFirst();
  return account ? setRole(null, account.id, role, services) : 'no-account';
}
