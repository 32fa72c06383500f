import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Keys } from '../../server/secret.ts';

/** Both numbers together are about a second of work on a weak phone: each try derives a key with so many rounds of SHA-256. */
const rounds = 2_000;
const tries = { least: 150, most: 250 };
const goodForMinutes = 10;

/** What is signed, so none of it may be left out. */
const parameters = z.strictObject({
  algorithm: z.string(),
  cost: z.number(),
  data: z.strictObject({ message: z.string() }),
  expiresAt: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
  keySignature: z.string(),
  nonce: z.string(),
  salt: z.string(),
});

const proof = z.object({
  challenge: z.object({ parameters, signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** Work for a browser, about one message, as JSON. */
export async function makeChallenge(messageId: string, keys: Keys): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter: randomInt(tries.most, tries.least),
    deriveKey,
    data: { message: messageId },
    expiresAt: new Date(Date.now() + goodForMinutes * 60_000),
    ...secrets(keys),
  });
  return JSON.stringify(challenge);
}

/** @returns the id of the message about which the work was done; undefined when it was not, is forged, or came too late */
export async function checkProof(given: string, keys: Keys): Promise<string | undefined> {
  const read = proof.safeParse(parsed(given));
  if (!read.success) return undefined;
  const { verified } = await verifySolution({ ...read.data, deriveKey, ...secrets(keys) });
  return verified ? read.data.challenge.parameters.data.message : undefined;
}

function secrets(keys: Keys) {
  return {
    hmacSignatureSecret: keys.key('challenge').toString('base64'),
    hmacKeySignatureSecret: keys.key('challenge-key').toString('base64'),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
