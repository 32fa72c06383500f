import { randomBytes } from 'node:crypto';
import { hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Keys } from '../../server/secret.ts';
import { inGroups, readCrockford, toCrockford } from '../texts/contract/typed-codes.ts';

const howMany = 10;
/** 60 random bits. */
const codeLength = 12;

/** Replaces the codes of the account. @returns them, as people read them; only their keyed hashes are kept */
export async function writeRecoveryCodes(trx: Executor, uid: string, keys: Keys): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => toCrockford(randomBytes(codeLength)));
  await trx.deleteFrom('recoveryCodes').where('uid', '=', uid).execute();
  const rows = codes.map((code) => ({ uid, codeHash: hashOf(code, uid, keys) }));
  await trx.insertInto('recoveryCodes').values(rows).execute();
  return codes.map((code) => inGroups(code).replaceAll(' ', '-'));
}

export async function firstRecoveryCodes(trx: Executor, uid: string, keys: Keys): Promise<string[]> {
  const has = await trx.selectFrom('recoveryCodes').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst();
  return has ? [] : writeRecoveryCodes(trx, uid, keys);
}

export async function takeRecoveryCode(trx: Executor, uid: string, typed: string, keys: Keys): Promise<boolean> {
  const code = readCrockford(typed, codeLength);
  if (!code) return false;
  return hasChanged(
    trx
      .updateTable('recoveryCodes')
      .set({ usedAt: new Date() })
      .where('uid', '=', uid)
      .where('codeHash', '=', hashOf(code, uid, keys))
      .where('usedAt', 'is', null),
  );
}

function hashOf(code: string, uid: string, keys: Keys): string {
  return keys.code('recovery-code', `${uid} ${code}`).toString('hex');
}
