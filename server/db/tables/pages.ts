import type { Generated, JSONColumnType } from 'kysely';
import type { Stamp } from './stamps.ts';

export type PageTables = {
  /** One row for each page and language that an administrator ever changed. */
  pageDrafts: {
    page: string;
    language: string;
    /** Grows with each change and publication. Whoever saves over a revision that they have not seen is told. */
    revision: Generated<number>;
    words: JSONColumnType<StoredPageWords> | null;
    savedBy: string | null;
    savedAt: Date | null;
  };
  /** What was published, the newest first; the newest of a page and language is what people read. */
  pageVersions: {
    id: string;
    page: string;
    language: string;
    /** null: the text that comes with the product. */
    words: JSONColumnType<StoredPageWords> | null;
    publishedBy: string | null;
    createdAt: Stamp;
  };
};

type StoredPageWords = { documentTitle: string; description: string; title: string; lead: string; text: string };
