import { createBestCompression } from '../server/http/best-compression.ts';
import { type Encoding, encodeCheaply } from '../server/http/encoding.ts';
import { etagOf } from '../server/http/etag.ts';
import type { Log } from '../server/log.ts';

/** A rendered page, ready to be written. */
type EncodedPage = {
  /** The bytes as a latin1 string: head and body then leave in one write. */
  body: string;
  etag: string;
  /** Names and values in turn, as node:http takes them with the least work. */
  headers: string[];
};

/** A rendered page in the encodings that browsers asked for until now. */
type CachedPage = {
  plain: Buffer;
  headers: [name: string, value: string][];
  encoded: Partial<Record<Encoding, EncodedPage>>;
  /** Compressing it as well as it goes. */
  best: 'not yet' | 'waiting' | 'done';
};

export type PageCache = ReturnType<typeof createPageCache>;

type Options = { maxPages: number; headers: [name: string, value: string][]; log: Log };

/**
 * Rendered pages of people who are not signed in, by path. `headers` go with each, unless it brings its own. Bounded: the page longest unused goes first.
 * A page is compressed cheaply until it is asked for again, so that pages that nobody comes back to cost little.
 */
export function createPageCache({ maxPages, headers, log }: Options) {
  const pages = new Map<string, CachedPage>();
  const compression = createBestCompression();
  let epoch = 0;

  const improve = (page: CachedPage) => {
    if (page.best !== 'not yet' || compression.isFull()) return;
    page.best = 'waiting';
    compression.compress(page.plain).then(
      ({ br, gzip }) => {
        page.best = 'done';
        page.encoded.br = encoded(page, 'br', Buffer.from(br));
        page.encoded.gzip = encoded(page, 'gzip', Buffer.from(gzip));
      },
      (error) => {
        page.best = 'not yet';
        log.warn({ error }, 'could not compress a page');
      },
    );
  };

  return {
    get(path: string, encoding: Encoding): EncodedPage | undefined {
      const page = pages.get(path);
      if (!page) return undefined;
      pages.delete(path);
      pages.set(path, page);
      improve(page);
      page.encoded[encoding] ??= encoded(page, encoding, encodeCheaply(page.plain, encoding));
      return page.encoded[encoding];
    },
    /** Marks the moment before a page's data are read; give it to `put`. */
    begin: () => epoch,
    /** A page that was dropped while it was being rendered is not kept. */
    put(path: string, begun: number, html: string, ownHeaders: Record<string, string>): void {
      if (begun !== epoch) return;
      const own = Object.entries(ownHeaders);
      pages.set(path, {
        plain: Buffer.from(html),
        headers: [...new Map([...headers, ...own])],
        encoded: {},
        best: 'not yet',
      });
      if (pages.size > maxPages) {
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
    close: () => compression.close(),
  };
}

function encoded({ plain, headers }: CachedPage, encoding: Encoding, bytes: Buffer): EncodedPage {
  const etag = etagOf(plain, encoding);
  const own = [
    ['Cache-Control', 'private, no-cache'],
    ['Vary', 'Accept-Encoding, Cookie'],
    ['ETag', etag],
    ['Content-Length', String(bytes.length)],
    ...(encoding === 'plain' ? [] : [['Content-Encoding', encoding]]),
  ];
  return { body: bytes.toString('latin1'), etag, headers: [...headers, ...own].flat() };
}
