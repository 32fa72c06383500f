import { open } from 'node:fs/promises';

export type FileType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' | 'pdf';

const firstBytes = 64;

/** What the file is by its first bytes, whatever it is called; undefined for everything else. */
export async function readFileType(path: string): Promise<FileType | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(firstBytes) });
  const start = buffer.toString('latin1', 0, bytesRead);
  return begins.find(([, pattern]) => pattern.test(start))?.[0];
}

const begins: [FileType, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n.\n/s],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^\0.{3}ftyp.{0,40}avi[fs]/s],
  ['heic', /^\0.{3}ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/s],
  ['pdf', /^%PDF-[12]\.\d/],
];
