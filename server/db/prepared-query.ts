import { type CompiledQuery, createQueryId } from 'kysely';
import type { ClientBase } from 'pg';
import type { Executor } from './tables.ts';

const names = new Map<string, string>();

/** A read that is prepared once per connection: five times as fast. A prepared `select *` would fail when a release adds a column. */
export function preparedQuery<Row>(
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

export function prepareQueries(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const queryByName = (text: unknown, values: unknown, ...more: unknown[]) => {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    return name ? query({ name, text, values }, ...more) : query(text, values, ...more);
  };
  client.query = queryByName as ClientBase['query'];
}
