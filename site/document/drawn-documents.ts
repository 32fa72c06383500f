import { LRUCache } from 'lru-cache';

/** A document as it goes out, compressed. */
type Compressed = Uint8Array<ArrayBuffer>;

export type DrawnDocuments = ReturnType<typeof createDrawnDocuments>;

/**
 * Documents that were drawn before, by all that they are drawn from. What a page shows is read from the database for each request;
 * when that is the same again, and the reader too, it need not be drawn and compressed again.
 */
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
