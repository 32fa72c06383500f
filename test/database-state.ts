import type { ClientBase } from 'pg';

/** What a database is like, its rows apart. */
export type DatabaseState = {
  /** As one hash. */
  definitions: string;
  /** Whether somebody analysed a table. */
  hasStatistics: boolean;
  /** What it took to hold the rows is kept by the emptied table: `large` from 64 KiB. */
  tables: { name: string; large: boolean }[];
  sequences: string[];
};

const query = `
  with ours as (select * from pg_class where relnamespace = 'public'::regnamespace),
  definitions(line) as (
    select concat_ws(' ', relkind, relname) from ours
    union all select concat_ws(' ', 'column', attrelid::regclass, attname, atttypid, attnotnull)
      from pg_attribute where attrelid in (select oid from ours) and attnum > 0
    union all select concat_ws(' ', 'constraint', conrelid::regclass, pg_get_constraintdef(oid))
      from pg_constraint where conrelid in (select oid from ours)
    union all select concat_ws(' ', 'trigger', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', 'function', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'setting', setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  )
  select
    (select md5(string_agg(line, chr(10) order by line)) from definitions) as definitions,
    exists (select from ours where relkind = 'r' and reltuples > 0 and relname not like 'kysely_%') as "hasStatistics",
    (
      select json_agg(json_build_object('name', oid::regclass, 'large', pg_total_relation_size(oid) > 131072 or pg_relation_size(oid) > 65536))
      from ours where relkind = 'r' and relname not like 'kysely_%'
    ) as tables,
    (select array_agg(oid::regclass::text) from ours where relkind = 'S') as sequences`;

export async function readDatabaseState(client: Pick<ClientBase, 'query'>): Promise<DatabaseState> {
  const { rows } = await client.query<DatabaseState>(query);
  const [state] = rows;
  if (!state) throw new Error('The database says nothing of itself.');
  return { ...state, sequences: state.sequences ?? [] };
}
