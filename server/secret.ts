import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Executor } from './db/tables.ts';
import { makeFolder } from './files/folders.ts';
import { OperatorError } from './operator-error.ts';

/** What a key is for: keys of different purposes have nothing in common. */
type Purpose =
  | 'session'
  | 'access-token'
  | 'conversation'
  | 'attempt'
  | 'activation'
  | 'order'
  | 'form'
  | 'address'
  | 'account'
  | 'sending'
  | 'message-id'
  | 'unsubscribe'
  | 'confirm-replies'
  | 'end-replies'
  | 'end-review-mails'
  | 'bounce'
  | 'push'
  | 'passkey-challenge'
  | 'authenticator-app'
  | 'recovery-code'
  | 'challenge'
  | 'challenge-key'
  | 'social-picture'
  | 'cursor'
  | 'cursor-code'
  | 'import'
  | 'deletion'
  | 'fingerprint';

/** Reads the secret, or creates it (mode 0600), complete and safe against parallel starts. @throws OperatorError when it is too short */
export async function loadSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  await makeFolder(dataDir, 0o700);
  if (!existsSync(path)) await makeSecret(path);
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length < 32) {
    throw new OperatorError(`The secret in ${path} is damaged. Restore the file from your backup, or set SECRET.`);
  }
  return secret;
}

/** Keeps a secret that comes from a backup. @throws OperatorError where there is another one */
export async function keepSecret(dataDir: string, secret: string): Promise<void> {
  const path = join(dataDir, 'secret');
  await makeFolder(dataDir, 0o700);
  if (!existsSync(path)) return writeSecret(path, secret);
  if ((await readFile(path, 'utf8')).trim() === secret) return;
  throw new OperatorError(
    `${path} is not the secret of the backup. Move that file away, or set DATA_DIR to another folder.`,
  );
}

/** Puts a secret in the place of the one that there is, which stays beside it. @returns the path of that one, if there was another */
export async function replaceSecret(dataDir: string, secret: string): Promise<string | undefined> {
  const path = join(dataDir, 'secret');
  await makeFolder(dataDir, 0o700);
  const before = existsSync(path) ? await readFile(path, 'utf8') : undefined;
  if (before === undefined) await writeSecret(path, secret);
  if (before === undefined || before.trim() === secret) return undefined;
  const aside = `${path}.until-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await link(path, aside);
  const draft = await writeDraft(path, secret);
  await rename(draft, path);
  return aside;
}

function makeSecret(path: string): Promise<void> {
  return writeSecret(path, randomBytes(32).toString('base64url'));
}

async function writeSecret(path: string, secret: string): Promise<void> {
  const draft = await writeDraft(path, secret);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

async function writeDraft(path: string, secret: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, secret, { mode: 0o600, flag: 'wx', flush: true });
  return draft;
}

export type Keys = ReturnType<typeof deriveKeys>;

const codeBytes = 16;

export function deriveKeys(secret: string) {
  const cache = new Map<Purpose, Buffer>();
  const key = (purpose: Purpose): Buffer => {
    const known = cache.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', `handback ${purpose}`, 32));
    cache.set(purpose, known);
    return known;
  };
  let ofDay = { name: '', key: Buffer.alloc(0) };
  const code = (purpose: Purpose, text: string): Buffer =>
    createHmac('sha256', key(purpose)).update(text).digest().subarray(0, codeBytes);
  return {
    key,
    code,
    /** A code with a key that is good for one day, and is not stored. */
    codeOfDay(purpose: Purpose, day: string, text: string): Buffer {
      const name = `handback ${purpose} ${day}`;
      if (ofDay.name !== name) ofDay = { name, key: Buffer.from(hkdfSync('sha256', secret, '', name, 32)) };
      return createHmac('sha256', ofDay.key).update(text).digest().subarray(0, codeBytes);
    },
    matches: (purpose: Purpose, text: string, given: Buffer): boolean =>
      given.length === codeBytes && timingSafeEqual(code(purpose, text), given),
  };
}

const key = 'secret-fingerprint';

/** The fingerprint of the secret that the database was first used with, or that was accepted since. */
export async function readOwnFingerprint(db: Database, keys: Keys): Promise<string> {
  const value = JSON.stringify(fingerprintOf(keys));
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const stored = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return String(stored.value);
}

export async function acceptSecret(db: Executor, keys: Keys): Promise<void> {
  const changes = { value: JSON.stringify(fingerprintOf(keys)), updatedAt: new Date() };
  await db.updateTable('settings').set(changes).where('key', '=', key).execute();
}

export function fingerprintOf(keys: Keys): string {
  return keys.code('fingerprint', 'of the secret').toString('base64url');
}

const shortBytes = 4;

/** For names of files: it tells secrets apart, and is too short to try guesses of one with. */
export function shortFingerprint(fingerprint: string): string {
  return Buffer.from(fingerprint, 'base64url').toString('hex', 0, shortBytes);
}
