import type { Argon2Parameters } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { ordinaryPasswordCost } from '../../server/auth/password.ts';
import { startApp } from '../../test/app.ts';
import { makeOwner } from '../../test/make.ts';

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
  return { ...crypto, argon2 };
});

test('C-8.04 wrong-password and user-not-found cost the same work: one password hash', async () => {
  const app = await startApp({ passwordCost: ordinaryPasswordCost });
  const owner = await makeOwner(app);
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
