import { LRUCache } from 'lru-cache';
import { limitConcurrency, TooBusy } from '../../server/concurrency.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const cacheBytes = 8 * 1024 * 1024;

/** Draws pictures one after the other, each once, and keeps the most recently asked ones in memory. */
export function createDrawnPictures({ mostWaiting }: { mostWaiting: number }) {
  const drawn = new LRUCache<string, Bytes>({ maxSize: cacheBytes, sizeCalculation: (bytes) => bytes.length });
  const beingDrawn = new Map<string, Promise<Bytes>>();
  const drawing = limitConcurrency({ atOnce: 1, mostWaiting });

  return {
    has: (name: string): boolean => drawn.has(name),
    /** @returns null when too many wait to be drawn already */
    async read(name: string, draw: () => Promise<Bytes>): Promise<Bytes | null> {
      const known = drawn.get(name);
      if (known) return known;
      const making = beingDrawn.get(name) ?? drawing.run(draw);
      beingDrawn.set(name, making);
      try {
        const picture = await making;
        drawn.set(name, picture);
        return picture;
      } catch (error) {
        if (error instanceof TooBusy) return null;
        throw error;
      } finally {
        beingDrawn.delete(name);
      }
    },
  };
}
