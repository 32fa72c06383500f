import type { FileEncoding } from './contract/item-file.ts';

export type DecodedFile = { text: string; encoding: FileEncoding; isGuessed: boolean };

/** Text of a file: UTF-8, or UTF-16 by its mark, or else what spreadsheets most likely wrote. */
export function decodeFile(bytes: Uint8Array, chosen?: FileEncoding): DecodedFile {
  if (chosen) return { text: new TextDecoder(chosen).decode(bytes), encoding: chosen, isGuessed: true };
  const marked = (['utf-16le', 'utf-16be'] as const)[['255 254', '254 255'].indexOf(`${bytes[0]} ${bytes[1]}`)];
  const wide = marked ?? guessUtf16(bytes);
  const sure = wide || !isUtf8(bytes) ? marked : 'utf-8';
  const encoding = sure ?? wide ?? (isNearlyUtf8(bytes) ? 'utf-8' : guessBytes(bytes));
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isGuessed: !sure };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A file that was cut within a letter, or has a line of another one, is UTF-8 in most of its letters. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const letters = new TextDecoder().decode(bytes).match(/\P{ASCII}/gu) ?? [];
  return letters.filter((letter) => letter === '\ufffd').length < letters.length / 2;
}

/** Every other byte of Latin letters is zero. */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0] as [number, number];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (Math.max(even, odd) <= bytes.length / 4 || Math.min(even, odd) > 0) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** The letters of Mac Roman stand where Windows has marks, other than quotation marks and dashes, and the other way round. */
function guessBytes(bytes: Uint8Array): 'windows-1252' | 'macintosh' {
  let mac = 0;
  let windows = 0;
  for (const byte of bytes) {
    if (byte >= 0xc0) windows += 1;
    else if (byte > 0x80 && byte < 0xa0 && byte !== 0x85 && (byte < 0x91 || byte > 0x97)) mac += 1;
  }
  return mac > windows ? 'macintosh' : 'windows-1252';
}
