import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { keepAlive, limitTime } from '../db/connect.ts';
import { explainOpenFailure } from '../db/problems.ts';

const partBytes = 1 << 20;
/** Its transaction ids mean nothing in another database, and it is kept for minutes. */
const leftOut = ['changes'];
/** Is locked, in the database that is read, as long as the process that reads it for an archive lives and writes. */
const backupLock = 7_318_046;

export type DatabaseSnapshot = {
  migrations: string[];
  tables: TableCopy[];
  sequences(): Promise<Sequence[]>;
  /** The rows of a table in COPY's text format, in parts of about a megabyte that end with a row. */
  rows(table: TableCopy): AsyncGenerator<Buffer>;
  end(): Promise<void>;
};

/** Reads the database as it is at one moment, while others write. A copy takes as long as it takes. */
export async function withSnapshot<Result>(
  config: ClientConfig,
  read: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  const client = await openPatientClient(config);
  try {
    await client.query('select pg_advisory_lock_shared($1)', [backupLock]);
    await client.query('begin isolation level repeatable read read only');
    return await read({
      migrations: await readMigrations(client),
      tables: await readTables(client),
      sequences: () => readSequences(client),
      rows: (table) => copyRows(client, table),
      async end() {
        await client.query('commit');
      },
    });
  } finally {
    await client.end();
  }
}

export const isBackedUpNow = sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and classid = 0 and objid = ${backupLock}::oid and objsubid = 1 and granted
    and database = (select oid from pg_database where datname = current_database()))`;

/** A connection whose statements may take hours. @throws OperatorError when it cannot be opened */
export async function openPatientClient(config: ClientConfig): Promise<Client> {
  const client = new Client({ application_name: 'handback backup', ...keepAlive, ...config });
  // The statement in hand fails with it.
  client.on('error', () => {});
  await client.connect().catch((error) => {
    throw explainOpenFailure(error, { connected: false });
  });
  await limitTime(client, 0).catch(async (error) => {
    await client.end();
    throw error;
  });
  return client;
}

export async function readTables(client: Client): Promise<TableCopy[]> {
  const { rows } = await client.query<TableCopy>(`
    select table_name as name, json_agg(column_name order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name order by table_name`);
  return rows.filter(({ name }) => !leftOut.includes(name));
}

async function readMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** Sequences are in no snapshot: their values now are at least those of the rows. */
async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const read = [];
  for (const { name } of rows) {
    const found = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as value, is_called as called from ${client.escapeIdentifier(name)}`,
    );
    read.push(...found.rows.map((row) => ({ name, ...row })));
  }
  return read;
}

async function* copyRows(client: Client, { name, columns }: TableCopy): AsyncGenerator<Buffer> {
  const listed = columns.map((column) => client.escapeIdentifier(column)).join();
  const stream = client.query(copyTo(`copy ${client.escapeIdentifier(name)} (${listed}) to stdout`));
  let part: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // The format escapes those inside of values.
    const rowsEnd = chunk.lastIndexOf('\n') + 1;
    if (bytes + rowsEnd < partBytes || rowsEnd === 0) {
      part.push(chunk);
      bytes += chunk.length;
      continue;
    }
    yield Buffer.concat([...part, chunk.subarray(0, rowsEnd)]);
    part = [chunk.subarray(rowsEnd)];
    bytes = chunk.length - rowsEnd;
  }
  if (bytes > 0) yield Buffer.concat(part);
}

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
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});

export type Contents = z.infer<typeof contents>;
export type TableCopy = Contents['tables'][number];

export type Sequence = { name: string; value: string; called: boolean };

export function tablePartName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.copy`;
}
