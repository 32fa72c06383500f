import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';

export async function unzip(blob: Blob): Promise<Record<string, string>> {
  const entries = await new ZipReader(new BlobReader(blob)).getEntries();
  const files = entries.flatMap((entry) => (entry.directory ? [] : [entry]));
  const texts = files.map(async (file) => [file.filename, await file.getData(new TextWriter())] as const);
  return Object.fromEntries(await Promise.all(texts));
}
