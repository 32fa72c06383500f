import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a key is for: keys of different purposes have nothing in common. */
type Purpose = 'session' | 'access-token' | 'conversation' | 'form' | 'address' | 'account';

/**
 * Reads the installation's secret from DATA_DIR, making it on the first start (mode 0600).
 * Two processes starting at once agree on one: the file is created exclusively.
 */
export async function loadSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(randomBytes(32).toString('base64url'));
    await file.sync();
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}

export type Keys = ReturnType<typeof deriveKeys>;

/** One key a purpose, derived from the secret (HKDF-SHA256), and the codes made with them. */
export function deriveKeys(secret: string) {
  const cache = new Map<Purpose, Buffer>();
  const key = (purpose: Purpose): Buffer => {
    const known = cache.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', `handback ${purpose}`, 32));
    cache.set(purpose, known);
    return known;
  };
  const code = (purpose: Purpose, text: string, bytes = 16): Buffer =>
    createHmac('sha256', key(purpose)).update(text).digest().subarray(0, bytes);
  return {
    key,
    /** Message authentication code of a text, cut to `bytes` (16 = 128 bits). */
    code,
    /** Whether `given` is the code of the text; takes the same time for every wrong code. */
    matches: (purpose: Purpose, text: string, given: Buffer): boolean =>
      given.length > 0 && given.length <= 32 && timingSafeEqual(code(purpose, text, given.length), given),
  };
}
