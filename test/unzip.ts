import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';

/** The texts in a zip, by the names of their files. */
export async function unzip(blob: Blob): Promise<Record<string, string>> {
  const files = Object.entries(await unzipBytes(blob));
  return Object.fromEntries(files.map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

export async function unzipBytes(blob: Blob): Promise<Record<string, Uint8Array>> {
  const entries = await new ZipReader(new BlobReader(blob)).getEntries();
  const files = entries.flatMap((entry) => (entry.directory ? [] : [entry]));
  const contents = files.map(async (file) => [file.filename, await file.getData(new Uint8ArrayWriter())] as const);
  return Object.fromEntries(await Promise.all(contents));
}
