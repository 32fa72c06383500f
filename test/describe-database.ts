import type { ClientBase } from 'pg';

/** Names of constraints that say `not null` depend on the release of PostgreSQL. */
const query = `
  with ours as (select * from pg_class where relnamespace = 'public'::regnamespace and relname not like 'kysely_%'),
  lines(line) as (
    select concat_ws(' ', 'table', relname, relpersistence, relreplident, reloptions) from ours where relkind = 'r'
    union all select concat_ws(' ', 'other', relname, relkind) from ours where relkind not in ('r', 'i', 'S', 't')
    union all select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attidentity, attgenerated,
        attstorage, attstattarget, attcompression, case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid))
      from pg_attribute join ours on ours.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind = 'r' and attnum > 0 and not attisdropped
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint join ours on ours.oid = conrelid where contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from pg_index join ours on ours.oid = indexrelid
    union all select concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled) from pg_trigger join ours on ours.oid = tgrelid where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select pg_get_statisticsobjdef(oid) from pg_statistic_ext
    union all select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, max_value, cycle, cache_size)
      from pg_sequences where schemaname = 'public'
    union all select concat_ws(' ', 'type', typname) from pg_type where typnamespace = 'public'::regnamespace and typtype not in ('b', 'c')
    union all select concat_ws(' ', 'extension', extname) from pg_extension
    union all select concat_ws(' ', 'setting', setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  )
  select regexp_replace(line, '\\s+', ' ', 'g') as line from lines order by line collate "C"`;

/** Everything by name that a database is beside its rows: tables, columns, constraints, indexes, triggers, functions, statistics, sequences, settings. */
export async function describeDatabase(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(query);
  return rows.map(({ line }) => line);
}
