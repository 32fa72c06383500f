import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Identity, type Recipient, Stanza } from 'age-encryption';
import { smallScrypt } from './small-scrypt.ts';

const kind = 'scrypt';
const saltBytes = 16;
const tagBytes = 16;
/** More than that is no backup of ours: whoever wrote the file wants this machine to be busy. */
const mostCost = 20;
const cipher = 'chacha20-poly1305';
/** Each key is used once. */
const nonce = Buffer.alloc(12);

/** The part of age's header for a passphrase, as the library writes it, in an eighth of its memory. */
export function passphraseRecipient(passphrase: string, cost: number): Recipient {
  return {
    wrapFileKey(fileKey) {
      const salt = randomBytes(saltBytes);
      const { encrypt } = keyOf(passphrase, salt, cost);
      return [new Stanza([kind, salt.toString('base64').replaceAll('=', ''), `${cost}`], encrypt(fileKey))];
    },
  };
}

export function passphraseIdentity(passphrase: string): Identity {
  return {
    unwrapFileKey([stanza, ...others]) {
      const [type, salt = '', cost = ''] = stanza?.args ?? [];
      const saltGiven = Buffer.from(salt, 'base64');
      if (!stanza || type !== kind) return null;
      if (others.length > 0 || saltGiven.length !== saltBytes || !/^[1-9]\d?$/.test(cost) || Number(cost) > mostCost)
        throw new Error('invalid scrypt stanza');
      return keyOf(passphrase, saltGiven, Number(cost)).decrypt(stanza.body);
    },
  };
}

function keyOf(passphrase: string, salt: Buffer, cost: number) {
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt]);
  const key = smallScrypt(passphrase, labelled, cost, 32);
  return {
    encrypt(fileKey: Uint8Array) {
      const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
      return Buffer.concat([sealing.update(fileKey), sealing.final(), sealing.getAuthTag()]);
    },
    /** @returns null for another passphrase */
    decrypt(body: Uint8Array) {
      const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
      opening.setAuthTag(body.subarray(-tagBytes));
      const fileKey = opening.update(body.subarray(0, -tagBytes));
      try {
        opening.final();
      } catch {
        return null;
      }
      return fileKey;
    },
  };
}
