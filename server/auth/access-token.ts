import { jwtVerify, SignJWT } from 'jose';

const issuer = 'handback';
const lifetimeSeconds = 3600;

export type AccessToken = { token: string /** Milliseconds since 1970. */; expiresAt: number };

/** Makes the one-hour token with which an app calls functions (C-9.07), bound to one session. */
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

/**
 * The session that the token stands for; null when it is forged, expired or not ours. Whether the session still exists is another question.
 * @param at the time at which it must be good; an early one lets expired tokens be read too
 */
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
