import { configure, TextReader, ZipWriter } from '@zip.js/zip.js';
import type { Services } from '../../server/services.ts';
import { printedAddress, qrSvg } from '../items/contract/qr-code.ts';
import type { Owner } from '../items/items.ts';
import { fileNameOf } from './file-name.ts';
import { type Chosen, chosenTags, type NotChosen } from './print-tags.ts';

configure({ useWebWorkers: false });

/** The codes of the owner's items as a zip with an SVG for each, named by item and code. */
export async function packCodes(
  owner: Owner & { language: string },
  items: Chosen,
  services: Services,
): Promise<{ zip: ReadableStream<Uint8Array> } | NotChosen> {
  const rows = await chosenTags(owner, items, services);
  if ('refused' in rows) return rows;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { zip64: false });
  const pack = async () => {
    for (const { code, name } of rows) {
      const svg = qrSvg(printedAddress(services.publicUrl, code));
      await zip.add(`${fileNameOf(name, code)}.svg`, new TextReader(svg));
    }
    await zip.close();
  };
  pack().catch((error) => writable.abort(error).catch(() => 'The reader has gone.'));
  return { zip: readable };
}
