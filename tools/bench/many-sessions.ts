import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashToken } from '../../server/auth/token-hash.ts';
import { deriveKeys } from '../../server/secret.ts';
import { openDatabase } from './database.ts';

/** Makes accounts, each signed in once, beside the running server: through its door the passwords alone would take minutes. @returns their cookies */
export async function makeSessions(dataDir: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('base64url'));
  await using database = await openDatabase(dataDir);
  await database.query(
    `with hashes as materialized (select 'many-' || gen_random_uuid() as uid, hash from unnest($1::text[]) as given (hash)),
      accounts as (
        insert into auth_users (id, name, email, email_verified)
        select uid, 'Kim', uid || '@example.com', true from hashes returning id, email
      ),
      profiles as (
        insert into users (uid, email, display_name, email_verified, created_at)
        select id, email, 'Kim', true, now() from accounts
      )
    insert into auth_sessions (id, token, user_id, expires_at)
    select uid, hash, uid, now() + interval '30 days' from hashes`,
    [tokens.map(hashToken)],
  );
  const key = deriveKeys((await readFile(join(dataDir, 'secret'), 'utf8')).trim())
    .key('session')
    .toString('base64url');
  return tokens.map((token) => {
    const code = createHmac('sha256', key).update(token).digest('base64');
    return `handback.session_token=${encodeURIComponent(`${token}.${code}`)}`;
  });
}
