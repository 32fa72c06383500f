import type { Services } from '../../server/services.ts';
import { byEmail, setRole } from './administer-account.ts';

const makeAdmin = byEmail((uid, services) => setRole(null, uid, 'admin', services));

export async function grantAdmin(email: string, services: Services): Promise<boolean> {
  return (await makeAdmin(email, services)) === 'done';
}

export const revokeAdmin = byEmail((uid, services) => setRole(null, uid, null, services));
