import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import { hashToken } from '../../server/auth/tokens.ts';
import { countRows, hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { lockAccountOf } from '../accounts/account-rows.ts';
import { can } from '../accounts/contract/can.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { readBrand } from '../settings/brand.ts';
import { type ChallengePurpose, newChallenge, readChallenge } from './challenge.ts';
import { mostPasskeys } from './contract/schema.ts';
import { changeFactors, type FactorNotChanged, type FactorOwner } from './factors.ts';
import { endProofs, recordProof } from './proof.ts';
import type { Proved } from './prove.ts';
import { firstRecoveryCodes } from './recovery-codes.ts';

/** Loaded when the first one needs it: it is large, and few do. */
const webAuthn = () => import('@simplewebauthn/server');

/** The person is recognised by the device each time, so that a passkey is two factors. */
const userVerification = 'required';

export async function offerPasskey({ user, sessionId }: FactorOwner, services: Services) {
  const { db, keys, publicUrl } = services;
  const { generateRegistrationOptions } = await webAuthn();
  const { productName } = await readBrand(db, services);
  const known = await db.selectFrom('passkeys').select('id').where('uid', '=', user.uid).execute();
  return generateRegistrationOptions({
    rpName: productName,
    rpID: new URL(publicUrl).hostname,
    userID: new TextEncoder().encode(user.uid),
    userName: user.email,
    userDisplayName: user.displayName,
    challenge: newChallenge(`add ${sessionId}`, keys),
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification },
  });
}

export async function addPasskey(
  owner: FactorOwner,
  { name, password, credential }: { name: string; password: string; credential: object },
  services: Services,
): Promise<{ changed: string[] } | FactorNotChanged | 'not-a-passkey' | 'too-many'> {
  const { uid, role } = owner.user;
  const made = await readNewPasskey(credential, `add ${owner.sessionId}`, services);
  if (!made) return 'not-a-passkey';
  const { id, publicKey, counter, transports = [], madeAt } = made;
  try {
    return await changeFactors(owner, { password, news: 'passkeyAdded' }, services, async (trx) => {
      const passkeys = trx.selectFrom('passkeys').where('uid', '=', uid);
      if ((await countRows(passkeys)) >= mostPasskeys) throw new TooMany();
      const key = { publicKey: Buffer.from(publicKey), signCount: counter, transports, lastChallengeMs: madeAt };
      const added = trx.insertInto('passkeys').values({ id, uid, name, ...key });
      if (!(await hasChanged(added.onConflict((conflict) => conflict.doNothing())))) throw new KnownAlready();
      await recordProof(trx, owner.sessionId);
      return can({ role }, 'admin') ? firstRecoveryCodes(trx, uid, services.keys) : [];
    });
  } catch (error) {
    if (error instanceof TooMany) return 'too-many';
    if (error instanceof KnownAlready) return 'not-a-passkey';
    throw error;
  }
}

class TooMany extends Error {}
class KnownAlready extends Error {}

async function readNewPasskey(credential: object, purpose: ChallengePurpose, services: Services) {
  const { verifyRegistrationResponse } = await webAuthn();
  const response = credential as RegistrationResponseJSON;
  return verified(purpose, services, async (expected) => {
    const { registrationInfo } = await verifyRegistrationResponse({ ...expected, response });
    return registrationInfo?.credential;
  });
}

type Expected = ReturnType<typeof expectedOf> & { expectedChallenge(challenge: string): boolean };

/** What a device answered to our challenge, and when that was made; undefined when it is wrong. */
async function verified<Answer extends object>(
  purpose: ChallengePurpose,
  { keys, publicUrl }: Services,
  verify: (expected: Expected) => Promise<Answer | undefined>,
): Promise<(Answer & { madeAt: number }) | undefined> {
  let madeAt: number | undefined;
  const expectedChallenge = (challenge: string) => {
    madeAt = readChallenge(challenge, purpose, keys);
    return madeAt !== undefined;
  };
  // It throws whatever is wrong.
  const answer = await verify({ ...expectedOf(publicUrl), expectedChallenge }).catch(() => undefined);
  return answer && madeAt !== undefined ? { ...answer, madeAt } : undefined;
}

export async function renamePasskey(
  { uid }: Pick<CurrentUser, 'uid'>,
  { id, name }: { id: string; name: string },
  { db }: Services,
): Promise<boolean> {
  return hasChanged(db.updateTable('passkeys').set({ name }).where('uid', '=', uid).where('id', '=', id));
}

export async function removePasskey(
  owner: FactorOwner,
  { id, password }: { id: string; password: string },
  services: Services,
): Promise<{ changed: boolean } | FactorNotChanged> {
  const { uid } = owner.user;
  const own = services.db.selectFrom('passkeys').select('id').where('uid', '=', uid).where('id', '=', id);
  if (!(await own.executeTakeFirst())) return { changed: false };
  return changeFactors(owner, { password, news: 'passkeyRemoved' }, services, async (trx) => {
    await trx.deleteFrom('passkeys').where('uid', '=', uid).where('id', '=', id).execute();
    await endProofs(trx, uid);
    return true;
  });
}

export async function askForPasskey(
  asker: Pick<FactorOwner, 'user' | 'sessionId'> | 'sign in',
  { db, keys, publicUrl }: Services,
) {
  const { generateAuthenticationOptions } = await webAuthn();
  const own =
    asker === 'sign in'
      ? []
      : await db.selectFrom('passkeys').select(['id', 'transports']).where('uid', '=', asker.user.uid).execute();
  return generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    challenge: newChallenge(asker === 'sign in' ? asker : `prove ${asker.sessionId}`, keys),
    userVerification,
    allowCredentials: own.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
  });
}

export async function proveByPasskey(
  { user: { uid }, sessionId, networkKey }: FactorOwner & { networkKey: string },
  credential: { id: string },
  services: Services,
): Promise<Proved> {
  const tries = triesOf(credential, networkKey);
  const taken = await services.limits.take('wrong-passkey-network', tries);
  if (!taken.allowed) return { proved: false, retryAfter: taken.retryAfter };
  const signed = await readSignature(credential, `prove ${sessionId}`, services);
  if (signed?.uid !== uid) return { proved: false };
  const proved = await services.db.transaction().execute(async (trx) => {
    await lockAccountOf(trx, uid);
    return (await recordUse(trx, signed)) && (await recordProof(trx, sessionId));
  });
  if (proved) await services.limits.putBack('wrong-passkey-network', tries);
  return { proved };
}

/** What wrong signatures count by: whoever tries other passkeys keeps nobody of their network from theirs. */
export function triesOf({ id }: { id: string }, networkKey: string): string {
  return `${networkKey}.${hashToken(id)}`;
}

type Signed = { id: string; uid: string; newCounter: number; madeAt: number };

/** Whose passkey signed the challenge. It counts when `recordUse` says so. */
export async function readSignature(
  credential: { id: string },
  purpose: ChallengePurpose,
  services: Services,
): Promise<Signed | undefined> {
  const { db } = services;
  const passkey = await db.selectFrom('passkeys').selectAll().where('id', '=', credential.id).executeTakeFirst();
  if (!passkey) return undefined;
  const { id, uid, publicKey, signCount } = passkey;
  const { verifyAuthenticationResponse } = await webAuthn();
  const response = credential as unknown as AuthenticationResponseJSON;
  const known = { id, publicKey: new Uint8Array(publicKey), counter: Number(signCount) };
  return verified(purpose, services, async (expected) => {
    const signed = await verifyAuthenticationResponse({ ...expected, response, credential: known });
    return signed.verified ? { id, uid, newCounter: signed.authenticationInfo.newCounter } : undefined;
  });
}

/** Keeps a new session, which has proved a second factor, unless the passkey was removed or used for this meanwhile. */
export function completePasskeySignIn(signed: Signed, sessionId: string, { db }: Services): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockAccountOf(trx, signed.uid);
    if ((await recordUse(trx, signed)) && (await recordProof(trx, sessionId))) return true;
    await trx.deleteFrom('authSessions').where('id', '=', sessionId).execute();
    return false;
  });
}

/** False when the passkey is gone, or signed a challenge as new as this one before. */
async function recordUse(trx: Executor, { id, newCounter, madeAt }: Signed): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('passkeys')
      .set({ signCount: newCounter, lastChallengeMs: madeAt, lastUsedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .where('lastChallengeMs', '<', String(madeAt)),
  );
}

function expectedOf(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
}
