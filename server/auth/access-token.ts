import { jwtVerify, SignJWT } from 'jose';

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
export async function readAccessToken(
  key: Buffer,
  token: string,
  at = new Date(),
): Promise<{ id: string; uid: string } | null> {
  try {
    const { payload } = await jwtVerify(token, key, { issuer, algorithms: ['HS256'], currentDate: at });
    return typeof payload.sid === 'string' && payload.sub ? { id: payload.sid, uid: payload.sub } : null;
  } catch {
    return null;
  }
}
