import { createHash } from 'node:crypto';
import { type Encoding, encodeForKeeping } from '../server/http/encoding.ts';

/** A rendered page in the encodings that browsers ask for; an ETag for each. */
export type CachedPage = {
  headers: Record<string, string>;
  encoded: Record<Encoding, { body: Buffer; etag: string }>;
};

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Rendered pages of people who are not signed in, by path. Bounded: the page longest unused goes first.
 * A page that is dropped while it is being compressed is not kept.
 */
export function createPageCache(options: { maxPages: number }) {
  const pages = new Map<string, CachedPage>();
  let epoch = 0;

  return {
    get(path: string): CachedPage | undefined {
      const page = pages.get(path);
      if (page) {
        pages.delete(path);
        pages.set(path, page);
      }
      return page;
    },
    /** Marks the moment before a page's data are read; give it to `put`. */
    begin: () => epoch,
    async put(path: string, begun: number, html: string, headers: Record<string, string>): Promise<void> {
      const page = await encode(html, headers);
      if (begun !== epoch) return;
      pages.set(path, page);
      if (pages.size > options.maxPages) {
        const oldest = pages.keys().next();
        if (!oldest.done) pages.delete(oldest.value);
      }
    },
    drop(path: string) {
      epoch += 1;
      pages.delete(path);
    },
    clear() {
      epoch += 1;
      pages.clear();
    },
  };
}

async function encode(html: string, headers: Record<string, string>): Promise<CachedPage> {
  const tag = createHash('sha256').update(html).digest('base64url').slice(0, 20);
  const bodies = await encodeForKeeping(html);
  return {
    headers,
    encoded: {
      br: { body: bodies.br, etag: `"${tag}-br"` },
      gzip: { body: bodies.gzip, etag: `"${tag}-gz"` },
      plain: { body: bodies.plain, etag: `"${tag}"` },
    },
  };
}
