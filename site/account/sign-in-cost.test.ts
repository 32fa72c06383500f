import type { Argon2Parameters, ScryptOptions } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { importAccounts } from '../../domain/import/import-accounts.ts';
import { ordinaryPasswordCost } from '../../server/auth/password.ts';
import { startApp } from '../../test/app.ts';
import { exportedAccount, parameters } from '../../test/firebase.ts';
import { withOwner } from '../../test/worlds.ts';

const { hashings } = vi.hoisted(() => ({ hashings: [] as string[] }));

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2 = (
    algorithm: 'argon2id',
    parameters: Argon2Parameters,
    done: (error: Error | null, tag: Buffer) => void,
  ) => {
    const { memory, passes, parallelism, tagLength } = parameters;
    hashings.push(JSON.stringify({ algorithm, memory, passes, parallelism, tagLength }));
    crypto.argon2(algorithm, parameters, done);
  };
  const scrypt = (
    password: string,
    salt: Buffer,
    length: number,
    { N, r }: ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ) => {
    hashings.push(JSON.stringify({ algorithm: 'scrypt', N, r, length }));
    crypto.scrypt(password, salt, length, { N, r }, done);
  };
  return { ...crypto, argon2, scrypt };
});

test('C-8.04 wrong-password and user-not-found cost the same work: one password hash', async () => {
  const { app, owner } = await withOwner(startApp({ passwordCost: ordinaryPasswordCost }));
  const work: string[][] = [];
  for (const email of [owner.email, 'nobody@example.com']) {
    hashings.length = 0;
    await app.visitor().auth('sign-in/email', { email, password: 'wrong password' });
    work.push([...hashings]);
  }
  expect(work[0]).toHaveLength(1);
  expect(work[1]).toEqual(work[0]);
  expect(work[0]?.[0], 'OWASP’s first recommendation').toContain('"memory":19456,"passes":2,"parallelism":1');
});

test('C-8.04 the same holds with an imported account: one hash of Firebase and one of ours for everybody, until no imported hash is left', async () => {
  const { app, owner } = await withOwner(startApp());
  const { localId: uid, ...imported } = exportedAccount('imported');
  const withoutPassword = { uid: 'none', email: 'none@example.com', createdAt: imported.createdAt };
  const rows = [{ uid, ...imported }, withoutPassword];
  await importAccounts({ rows, dryRun: false, parameters }, app.services);
  const workFor = async (email: string, password = 'wrong password') => {
    hashings.length = 0;
    await app.visitor().auth('sign-in/email', { email, password });
    return hashings.map((each) => JSON.parse(each).algorithm as string).sort();
  };
  const emails = [imported.email, withoutPassword.email, owner.email, 'nobody@example.com'];
  for (const email of emails) expect(await workFor(email), email).toEqual(['argon2id', 'scrypt']);
  await app.visitor().auth('sign-in/email', { email: imported.email, password: 'old one' });
  for (const email of emails) expect(await workFor(email), email).toEqual(['argon2id']);
});
