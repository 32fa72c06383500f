import { createHash } from 'node:crypto';
import { type Encoding, encodeForKeeping } from '../server/http/encoding.ts';

/** A rendered page, ready to be written. */
type EncodedPage = {
  /** The bytes as a latin1 string: head and body then leave in one write. */
  body: string;
  etag: string;
  /** Names and values in turn, as node:http takes them with the least work. */
  headers: string[];
};

/** A rendered page in the encodings that browsers ask for. */
type CachedPage = Record<Encoding, EncodedPage>;

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Rendered pages of people who are not signed in, by path. `headers` go with each, unless it brings its own. Bounded: the page longest unused goes first.
 * A page that is dropped while it is being compressed is not kept.
 */
export function createPageCache(options: { maxPages: number; headers: [name: string, value: string][] }) {
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
      const page = await encode(html, [...new Map([...options.headers, ...Object.entries(headers)])]);
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

async function encode(html: string, headers: [name: string, value: string][]): Promise<CachedPage> {
  const tag = createHash('sha256').update(html).digest('base64url').slice(0, 20);
  const bodies = await encodeForKeeping(html);
  const page = (encoding: Encoding): EncodedPage => {
    const etag = `"${tag}-${encoding}"`;
    const own = [
      ['Cache-Control', 'private, no-cache'],
      ['Vary', 'Accept-Encoding, Cookie'],
      ['ETag', etag],
      ['Content-Length', String(bodies[encoding].length)],
      ...(encoding === 'plain' ? [] : [['Content-Encoding', encoding]]),
    ];
    return { body: bodies[encoding].toString('latin1'), etag, headers: [...headers, ...own].flat() };
  };
  return { br: page('br'), gzip: page('gzip'), plain: page('plain') };
}
