import { z } from 'zod';

/** The first entry of an archive: what the others are. */
export const contentsName = 'contents.json';
/** The last one: an archive without it was never finished. */
export const endName = 'complete';
export const secretName = 'secret';

/** Of archives; it changes when an older release could no longer read a newer archive. */
export const archiveFormat = 1;

export const contents = z.object({
  format: z.number().int(),
  madeAt: z.iso.datetime(),
  publicUrl: z.string(),
  /** Names of the migrations that made the tables, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});

export type Contents = z.infer<typeof contents>;
export type TableCopy = Contents['tables'][number];

export type Sequence = { name: string; value: string; called: boolean };

export function tablePartName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.copy`;
}
