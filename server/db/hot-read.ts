import { type CompiledQuery, createQueryId } from 'kysely';
import type { PoolClient } from 'pg';
import type { Executor } from './tables.ts';

/** Names of the statements that are prepared, by their text. */
const names = new Map<string, string>();

/**
 * A read that is made all the time: its text is made once, and each connection prepares it once by its name, which leaves a fifth of the
 * time. It must name its columns, because a prepared `select *` fails when another release adds one.
 * @param build the statement with any values in the places of its parameters, each of them once
 * @returns reads the rows for the values, in the order of the statement
 */
export function hotRead<Row>(
  name: string,
  build: (db: Executor) => { compile(): CompiledQuery<Row> },
): (db: Executor, ...values: (string | Date)[]) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, ...values) => {
    if (!compiled) {
      compiled = build(db).compile();
      names.set(compiled.sql, name);
    }
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: values, queryId: createQueryId() });
    return rows;
  };
}

/** Lets a new connection prepare the statements of hot reads. */
export function prepareHotReads(client: PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const queryByName = (text: unknown, values: unknown, ...more: unknown[]) => {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    return name ? query({ name, text, values }, ...more) : query(text, values, ...more);
  };
  client.query = queryByName as PoolClient['query'];
}
