import { takeEach } from '../../server/limits/limits.ts';
import type { Services } from '../../server/services.ts';
import { accountMails } from '../accounts/account-mails.ts';
import { lockAccountOf } from '../accounts/account-rows.ts';
import { takeAppCode } from './authenticator-app.ts';
import { changeFactors, type FactorOwner } from './factors.ts';
import { recordProof } from './proof.ts';
import { takeRecoveryCode, writeRecoveryCodes } from './recovery-codes.ts';

export type Proved =
  | { proved: true }
  | { proved: false /** Whole seconds, when too many were tried. */; retryAfter?: number };

/** Proves a factor in this session by a code of the app, or a recovery code: each is good once. Wrong ones are counted. */
export async function proveByCode(
  { user: { uid }, sessionId, language, networkKey }: FactorOwner & { networkKey: string },
  code: string,
  services: Services,
): Promise<Proved> {
  const { events, keys, limits, log } = services;
  const counts = [
    ['wrong-code', uid],
    ['wrong-code-day', uid],
    ['wrong-code-network', networkKey],
  ] as const;
  const { allowed, retryAfter } = await takeEach(limits, counts);
  if (!allowed) return { proved: false, retryAfter };
  const isOfApp = /^\d{6}$/.test(code);
  const proved = await events
    .transaction(async (trx) => {
      const account = await lockAccountOf(trx, uid);
      if (!account || !(await recordProof(trx, sessionId))) return false;
      if (isOfApp) {
        if (!(await takeAppCode(trx, uid, code, services))) throw new WrongCode();
        return true;
      }
      if (!(await takeRecoveryCode(trx, uid, code, keys))) throw new WrongCode();
      await accountMails.secondFactorChanged(trx, { account, news: 'codeUsed', language }, services);
      return true;
    })
    .catch((error) => {
      if (error instanceof WrongCode) return false;
      throw error;
    });
  log.info({ uid, by: isOfApp ? 'app' : 'recovery-code', proved }, 'a second factor was tried');
  if (!proved) return { proved };
  for (const [name, key] of counts) await limits.putBack(name, key);
  await limits.forget('wrong-code', uid);
  return { proved };
}

/** Undoes what the try wrote. */
class WrongCode extends Error {}

export function replaceRecoveryCodes(owner: FactorOwner, password: string, services: Services) {
  return changeFactors(owner, { password, news: 'codesMade' }, services, (trx) =>
    writeRecoveryCodes(trx, owner.user.uid, services.keys),
  );
}
