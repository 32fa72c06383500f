import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Scheme } from '../../domain/settings/contract/accent.ts';
import { type Freshness, freshMs } from '../../server/events/changes.ts';
import { createBestCompression, type Encoding, encodeCheaply } from '../../server/http/encoding.ts';
import { etagOf } from '../../server/http/headers.ts';
import type { Log } from '../../server/log.ts';

/** What a page depends on, besides its address. */
export const pageVary = 'Accept-Encoding, Accept-Language, Cookie';

type EncodedPage = {
  /** The bytes as a latin1 string: head and body then leave in one write. */
  body: string;
  etag: string;
  /** Names and values in turn, as node:http takes them with the least work. */
  headers: string[];
  /** One array for all answers, to be given to `writeHead` at once: to copy it each time is half as much work as to write it. */
  headersWith(cookie: string): string[];
};

type CachedPage = {
  plain: Buffer;
  headers: [name: string, value: string][];
  encoded: Partial<Record<Encoding, EncodedPage>>;
  /** Whether the best compression was made. */
  best: 'not yet' | 'waiting' | 'done';
  /** When its data were read, by this process's clock. */
  readAt: number;
};

type Variants = Map<string, CachedPage>;

export type PageCache = ReturnType<typeof createPageCache>;

/** Events drop a page that is out of date; this holds for what nobody tells of, such as a setting that was changed in SQL. */
const longestLifeMs = 60_000;
const longestLife: Record<Freshness, number> = {
  current: longestLifeMs,
  behind: freshMs,
  frozen: Number.POSITIVE_INFINITY,
};

type PageName = {
  path: string;
  language: string;
  /** Missing on a finder's page. */
  scheme: Scheme | undefined;
};

export type ReadStart = { epoch: number; at: number };

type Options = {
  maxBytes: number;
  headers: [name: string, value: string][];
  freshness(): Freshness;
  log: Log;
};

/**
 * Rendered pages of people who are not signed in, by path, language and chosen scheme. `headers` go with each, unless it brings its own. Bounded: the page longest unused goes first.
 * A page is compressed cheaply until it is asked for again, so that pages that nobody comes back to cost little; one that comes back as it was, not again.
 * It lives for a minute; for 5 s while it cannot be known whether it is out of date; for as long as the database is frozen.
 */
export function createPageCache({ maxBytes, headers, freshness, log }: Options) {
  const pages = new LRUCache<string, Variants>({ maxSize: maxBytes, sizeCalculation: bytesOf });
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
    get(name: PageName, encoding: Encoding): EncodedPage | undefined {
      const page = pages.get(name.path)?.get(variantOf(name));
      if (!page || performance.now() - page.readAt > longestLife[freshness()]) return undefined;
      improve(page);
      page.encoded[encoding] ??= encoded(page, encoding, encodeCheaply(page.plain, encoding));
      return page.encoded[encoding];
    },
    /** Marks the moment before a page's data are read; give it to `put`. */
    startRead: (): ReadStart => ({ epoch, at: performance.now() }),
    /** A page that was dropped while it was being rendered is not kept. */
    put(name: PageName, readStart: ReadStart, html: string, ownHeaders: Record<string, string>): void {
      if (readStart.epoch !== epoch) return;
      const { path } = name;
      const variant = variantOf(name);
      const before = pages.get(path);
      const page: CachedPage = {
        plain: Buffer.from(html),
        headers: [...new Map([...headers, ...Object.entries(ownHeaders)])],
        encoded: {},
        best: 'not yet',
        readAt: readStart.at,
      };
      const earlier = before?.get(variant);
      const isSame = earlier?.plain.equals(page.plain) && isDeepStrictEqual(earlier.headers, page.headers);
      if (earlier && isSame) earlier.readAt = page.readAt;
      else pages.set(path, new Map(before).set(variant, page));
    },
    drop(path: string) {
      epoch += 1;
      pages.delete(path);
    },
    dropAll(matches: (path: string) => boolean) {
      epoch += 1;
      for (const path of [...pages.keys()]) if (matches(path)) pages.delete(path);
    },
    clear() {
      epoch += 1;
      pages.clear();
    },
    close: () => compression.close(),
  };
}

function variantOf({ language, scheme }: PageName): string {
  return `${language} ${scheme}`;
}

/** With what its encodings will take: `plain` once more as text, and the two compressed ones, which are smaller together. */
function bytesOf(pages: Variants): number {
  return pages.values().reduce((sum, { plain, headers }) => sum + 3 * (plain.length + headers.flat().join().length), 0);
}

function encoded({ plain, headers }: CachedPage, encoding: Encoding, bytes: Buffer): EncodedPage {
  const etag = etagOf(plain, encoding);
  const own = [
    ['Cache-Control', 'private, no-cache'],
    ['Vary', pageVary],
    ['ETag', etag],
    ['Content-Length', String(bytes.length)],
    ...(encoding === 'plain' ? [] : [['Content-Encoding', encoding]]),
  ];
  const all = [...headers, ...own].flat();
  const withCookie = [...all, 'Set-Cookie', ''];
  return {
    body: bytes.toString('latin1'),
    etag,
    headers: all,
    headersWith(cookie) {
      withCookie[all.length + 1] = cookie;
      return withCookie;
    },
  };
}

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
