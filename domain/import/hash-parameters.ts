import { z } from 'zod';
import type { FirebaseScrypt } from '../../server/auth/firebase-scrypt.ts';

const base64 = /^[\w+/-]*={0,2}$/;

/** As Firebase's `hash_config` has them. It takes no higher numbers itself. */
const hashParameters = z.object({
  signerKey: z.string().min(43).max(172).regex(base64),
  saltSeparator: z.string().max(40).regex(base64),
  rounds: z.int().min(1).max(8),
  memCost: z.int().min(1).max(14),
});

/** Reads `hash_config` as Firebase's console shows it, or the same as JSON. Undefined when something is missing or wrong. */
export function readHashParameters(text: string): FirebaseScrypt | undefined {
  const value = (name: string) => new RegExp(`${name}["']?\\s*[:=]\\s*["']?([\\w+/=-]*)`).exec(text)?.[1];
  return hashParameters.safeParse({
    signerKey: value('base64_signer_key'),
    saltSeparator: value('base64_salt_separator') ?? '',
    rounds: Number(value('rounds')),
    memCost: Number(value('mem_cost')),
  }).data;
}
