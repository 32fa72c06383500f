import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { readBrand } from '../settings/brand.ts';
import { changeFactors, type FactorNotChanged, type FactorOwner } from './factors.ts';
import { endProofs, recordProof } from './proof.ts';
import { firstRecoveryCodes } from './recovery-codes.ts';
import { authenticatorUri, newSecret, openSecret, sealSecret, stepOfCode, stepSeconds } from './totp.ts';

/** A secret that counts once it is added. `sealed` is for `addAuthenticatorApp`. */
export async function offerAuthenticatorApp({ user }: FactorOwner, services: Services) {
  const secret = newSecret();
  const { productName: issuer } = await readBrand(services.db, services);
  return {
    secret,
    uri: authenticatorUri({ secret, issuer, email: user.email }),
    sealed: sealSecret(secret, user.uid, services.keys),
  };
}

/** Adds an app, in place of the one that there was. @returns recovery codes, when they are the first ones */
export async function addAuthenticatorApp(
  owner: FactorOwner,
  { sealed, code, password }: { sealed: string; code: string; password: string },
  services: Services,
): Promise<{ changed: string[] } | FactorNotChanged | 'wrong-code'> {
  const { uid } = owner.user;
  const secret = openSecret(sealed, uid, services.keys);
  const step = secret && stepOfCode(secret, code, await currentStep(services.db));
  if (!step) return 'wrong-code';
  return changeFactors(owner, { password, news: 'appAdded' }, services, async (trx) => {
    await trx.deleteFrom('authenticatorApps').where('uid', '=', uid).execute();
    await trx.insertInto('authenticatorApps').values({ uid, sealedSecret: sealed, lastStep: step }).execute();
    await endProofs(trx, uid);
    await recordProof(trx, owner.sessionId);
    return firstRecoveryCodes(trx, uid, services.keys);
  });
}

export function removeAuthenticatorApp(owner: FactorOwner, password: string, services: Services) {
  const { uid } = owner.user;
  return changeFactors(owner, { password, news: 'appRemoved' }, services, async (trx) => {
    await trx.deleteFrom('authenticatorApps').where('uid', '=', uid).execute();
    await endProofs(trx, uid);
  });
}

export async function takeAppCode(trx: Executor, uid: string, code: string, { keys }: Services): Promise<boolean> {
  const app = await trx
    .selectFrom('authenticatorApps')
    .select(['sealedSecret', 'lastStep'])
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst();
  const secret = app && openSecret(app.sealedSecret, uid, keys);
  const step = secret && stepOfCode(secret, code, await currentStep(trx));
  if (!step || step <= Number(app.lastStep)) return false;
  await trx.updateTable('authenticatorApps').set({ lastStep: step }).where('uid', '=', uid).execute();
  return true;
}

async function currentStep(db: Executor): Promise<number> {
  const { rows } = await sql<{ step: number }>`
    select floor(extract(epoch from clock_timestamp()) / ${sql.lit(stepSeconds)})::int as step`.execute(db);
  return rows[0]?.step ?? 0;
}
