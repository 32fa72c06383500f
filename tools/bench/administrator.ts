import { codeOf, stepSeconds } from '../../domain/second-factor/totp.ts';
import { openDatabase } from './growth.ts';
import { account, type Owner } from './owner.ts';
import type { HandbackServer } from './server.ts';

/** Makes the owner an administrator, who has proved a second factor. */
export async function promote(server: HandbackServer, owner: Owner): Promise<void> {
  await using database = await openDatabase(server);
  const { rowCount } = await database.client.query(
    `update users set role = 'admin' where email = $1 and role is distinct from 'admin'`,
    [account.email],
  );
  if (!rowCount) return;
  const { secret, sealed } = await owner.call<{ secret: string; sealed: string }>('offerAuthenticatorApp', {});
  const code = codeOf(secret, Math.floor(Date.now() / 1000 / stepSeconds));
  await owner.call('addAuthenticatorApp', { sealed, code, password: account.password });
}
