import { createHash, randomBytes } from 'node:crypto';
import type { DBAdapter, Where } from 'better-auth';
import { jwtVerify, SignJWT } from 'jose';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token with SHA-256, in hexadecimal. Tokens are random, so they need no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const issuer = 'handback';
const lifetimeSeconds = 3600;

type AccessToken = { token: string /** Milliseconds since 1970. */; expiresAt: number };

export async function issueAccessToken(key: Buffer, session: { id: string; uid: string }): Promise<AccessToken> {
  const expiresAt = Math.floor(Date.now() / 1000) + lifetimeSeconds;
  const token = await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(session.uid)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token, expiresAt: expiresAt * 1000 };
}

/** Reads a token; null when forged, or expired at this time. Does not check that the session exists. */
export async function readAccessToken(key: Buffer, token: string, at = new Date()) {
  try {
    const { payload } = await jwtVerify(token, key, { issuer, algorithms: ['HS256'], currentDate: at });
    return typeof payload.sid === 'string' && payload.sub ? { id: payload.sid, uid: payload.sub } : null;
  } catch {
    return null;
  }
}

type Methods = Omit<DBAdapter, 'transaction'>;
type Query = { model: string; where?: Where[] | undefined };

/** A better-auth adapter that stores hashes of session tokens, so that the database or a backup signs nobody in. */
export function withHashedSessionTokens(adapter: DBAdapter): DBAdapter {
  return { ...hashTokens(adapter), transaction: (run) => adapter.transaction((trx) => run(hashTokens(trx))) };
}

function hashTokens<Adapter extends Methods>(adapter: Adapter): Adapter {
  return {
    ...adapter,
    create: async (input: Parameters<Methods['create']>[0]) => {
      if (input.model !== 'session') return adapter.create(input);
      const { token } = input.data as { token: string };
      const row = await adapter.create({ ...input, data: { ...input.data, token: hashToken(token) } });
      return { ...row, token };
    },
    findOne: (input: Parameters<Methods['findOne']>[0]) => adapter.findOne(hashed(input)).then(withTokenOf(input)),
    findMany: (input: Parameters<Methods['findMany']>[0]) => adapter.findMany(hashed(input)),
    count: (input: Parameters<Methods['count']>[0]) => adapter.count(hashed(input)),
    update: (input: Parameters<Methods['update']>[0]) => adapter.update(hashed(input)).then(withTokenOf(input)),
    updateMany: (input: Parameters<Methods['updateMany']>[0]) => adapter.updateMany(hashed(input)),
    delete: (input: Parameters<Methods['delete']>[0]) => adapter.delete(hashed(input)),
    deleteMany: (input: Parameters<Methods['deleteMany']>[0]) => adapter.deleteMany(hashed(input)),
    consumeOne: (input: Parameters<Methods['consumeOne']>[0]) => adapter.consumeOne(hashed(input)),
    incrementOne: (input: Parameters<Methods['incrementOne']>[0]) => adapter.incrementOne(hashed(input)),
  };
}

const isToken = (condition: Where): boolean => condition.field === 'token';

function hashed<Input extends Query>(input: Input): Input {
  if (input.model !== 'session' || !input.where?.some(isToken)) return input;
  return {
    ...input,
    where: input.where.map((each) => (isToken(each) ? { ...each, value: hashValue(each.value) } : each)),
  };
}

function hashValue(value: Where['value']): Where['value'] {
  return Array.isArray(value) ? value.map((each) => hashToken(String(each))) : hashToken(String(value));
}

function withTokenOf({ model, where }: Query) {
  const token = model === 'session' ? where?.find(isToken)?.value : undefined;
  return <Row>(row: Row | null): Row | null => (row && token !== undefined ? { ...row, token } : row);
}
