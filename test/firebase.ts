import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';

/** Cheap ones, in what a test can wait for. */
export const parameters = {
  signerKey: Buffer.from(Array.from({ length: 64 }, (_, index) => index)).toString('base64'),
  saltSeparator: 'Bw==',
  rounds: 1,
  memCost: 2,
};

export const hashConfig = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${parameters.signerKey},
  base64_salt_separator: ${parameters.saltSeparator},
  rounds: ${parameters.rounds},
  mem_cost: ${parameters.memCost},
}`;

export const oldPassword = 'old one';

/** As Firebase makes it. */
export function firebaseHash(password: string, { signerKey, saltSeparator, rounds, memCost } = parameters) {
  const salt = randomBytes(10);
  const salts = Buffer.concat([salt, Buffer.from(saltSeparator, 'base64')]);
  const key = scryptSync(password, salts, 32, { N: 2 ** memCost, r: rounds, p: 1 });
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const hash = Buffer.concat([cipher.update(Buffer.from(signerKey, 'base64')), cipher.final()]);
  return { passwordHash: hash.toString('base64'), salt: salt.toString('base64') };
}

/** As `firebase auth:export` writes it. */
export function exportedAccount(name: string, more: object = {}) {
  return {
    localId: `uid-${name}`,
    email: `${name}@example.com`,
    emailVerified: true,
    displayName: 'Ada Lovelace',
    createdAt: '1690000000000',
    lastSignedInAt: '1700000000000',
    providerUserInfo: [],
    ...firebaseHash(oldPassword),
    ...more,
  };
}
