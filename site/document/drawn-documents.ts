import { LRUCache } from 'lru-cache';

/** A document as it goes out, compressed. */
type Compressed = Uint8Array<ArrayBuffer>;

export type DrawnDocuments = ReturnType<typeof createDrawnDocuments>;

/** Documents that were drawn before, by all that they are drawn from: the same again is not drawn and compressed again. */
export function createDrawnDocuments({ maxBytes }: { maxBytes: number }) {
  const documents = new LRUCache<string, Compressed>({
    maxSize: maxBytes,
    sizeCalculation: (document, drawnFrom) => document.length + 2 * drawnFrom.length,
  });
  return {
    /** @param drawnFrom data (no functions) on which alone the document depends */
    get(drawnFrom: unknown[], draw: () => Compressed): Compressed {
      const key = JSON.stringify(drawnFrom);
      const known = documents.get(key);
      if (known) return known;
      const drawn = draw();
      documents.set(key, drawn);
      return drawn;
    },
  };
}
