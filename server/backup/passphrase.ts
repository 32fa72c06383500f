import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { type Identity, type Recipient, Stanza } from 'age-encryption';

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

/** Words of a block: r = 8, as age has it. */
const blockWords = 256;
const chunkWords = 16;
/** Of so many blocks one stays in memory. The others are computed again from it when they are needed. */
const spacing = 8;

/** The key of scrypt (RFC 7914, r = 8, p = 1) with an eighth of its memory and more work. @param cost the base-2 logarithm of N */
export function smallScrypt(passphrase: string, salt: Uint8Array, cost: number, bytes: number): Buffer {
  const block = pbkdf2Sync(passphrase, salt, 1, blockWords * 4, 'sha256');
  const mixed = mix(wordsOf(block), 2 ** cost);
  return pbkdf2Sync(passphrase, bytesOf(mixed), 1, bytes, 'sha256');
}

function mix(start: Int32Array<ArrayBuffer>, blocks: number): Int32Array {
  const kept = new Int32Array(Math.ceil(blocks / spacing) * blockWords);
  let [block, next] = [start, new Int32Array(blockWords)];
  const step = () => {
    mixBlock(block, next);
    [block, next] = [next, block];
  };
  for (let index = 0; index < blocks; index++) {
    if (index % spacing === 0) kept.set(block, (index / spacing) * blockWords);
    step();
  }
  let [found, foundNext] = [new Int32Array(blockWords), new Int32Array(blockWords)];
  for (let index = 0; index < blocks; index++) {
    const wanted = ((block[blockWords - chunkWords] ?? 0) >>> 0) % blocks;
    const nearest = Math.floor(wanted / spacing);
    found.set(kept.subarray(nearest * blockWords, (nearest + 1) * blockWords));
    for (let left = wanted % spacing; left > 0; left--) {
      mixBlock(found, foundNext);
      [found, foundNext] = [foundNext, found];
    }
    for (let word = 0; word < blockWords; word++) block[word] = (block[word] as number) ^ (found[word] as number);
    step();
  }
  return block;
}

const chunk = new Int32Array(chunkWords);
const rounds = new Int32Array(chunkWords);

function mixBlock(from: Int32Array, to: Int32Array): void {
  chunk.set(from.subarray(blockWords - chunkWords));
  for (let at = 0; at < blockWords; at += chunkWords) {
    for (let word = 0; word < chunkWords; word++) chunk[word] = (chunk[word] as number) ^ (from[at + word] as number);
    salsa();
    const half = (at / chunkWords) % 2 === 0 ? 0 : blockWords / 2;
    to.set(chunk, half + Math.floor(at / chunkWords / 2) * chunkWords);
  }
}

function salsa(): void {
  rounds.set(chunk);
  for (let round = 0; round < 8; round += 2) {
    quarter(0, 4, 8, 12);
    quarter(5, 9, 13, 1);
    quarter(10, 14, 2, 6);
    quarter(15, 3, 7, 11);
    quarter(0, 1, 2, 3);
    quarter(5, 6, 7, 4);
    quarter(10, 11, 8, 9);
    quarter(15, 12, 13, 14);
  }
  for (let word = 0; word < chunkWords; word++) chunk[word] = (chunk[word] as number) + (rounds[word] as number);
}

function quarter(a: number, b: number, c: number, d: number): void {
  const x = rounds as unknown as number[];
  let sum = ((x[a] as number) + (x[d] as number)) | 0;
  x[b] = (x[b] as number) ^ ((sum << 7) | (sum >>> 25));
  sum = ((x[b] as number) + (x[a] as number)) | 0;
  x[c] = (x[c] as number) ^ ((sum << 9) | (sum >>> 23));
  sum = ((x[c] as number) + (x[b] as number)) | 0;
  x[d] = (x[d] as number) ^ ((sum << 13) | (sum >>> 19));
  sum = ((x[d] as number) + (x[c] as number)) | 0;
  x[a] = (x[a] as number) ^ ((sum << 18) | (sum >>> 14));
}

function wordsOf(bytes: Buffer): Int32Array<ArrayBuffer> {
  return Int32Array.from({ length: bytes.length / 4 }, (_, word) => bytes.readInt32LE(word * 4));
}

function bytesOf(words: Int32Array): Buffer {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [index, word] of words.entries()) bytes.writeInt32LE(word, index * 4);
  return bytes;
}
