import { promote } from './administrator.ts';
import { compare, type Growing, openDatabase, timed } from './growth.ts';
import { account, type Owner } from './owner.ts';
import type { HandbackServer } from './server.ts';
import type { Row } from './table.ts';

const asks = 100;
const fewer = 100;
const mostTimes = 1.5;
const percentiles = [99];

/** A table of administration: how rows come into it, and what is asked of its function. */
type Table = {
  what: string;
  function: string;
  /** From `generate_series` as n; the row of number 1 is the newest. */
  sql: string;
  ways: Record<string, object>;
};

/** How long each table of administration takes to answer when it has very many rows, by when it has a hundredth of them. */
export async function measureAdminTables(server: HandbackServer, owner: Owner, count: number): Promise<Row[]> {
  await promote(server, owner);
  await using database = await openDatabase(server);
  const { client } = database;
  // Without foreign keys, whose rows these lists do not read.
  await client.query('set session_replication_role = replica');
  const rows: Row[] = [];
  for (const table of tables) rows.push(...(await compare(growing(table), client)));
  return rows;

  function growing({ what, function: name, sql, ways }: Table): Growing {
    return {
      what,
      few: Math.ceil(count / fewer),
      many: [{ count, mostTimes }],
      sql: (from, to) => sql.replace('SERIES', `generate_series(${from}, ${to}) as n`),
      ways: Object.entries(ways).map(([way, data]) => ({
        what: `${name}: ${way}`,
        asks,
        percentiles,
        async ask(_count, time) {
          // One account has 600 calls a minute.
          if (time % asks === 0) await client.query(`delete from rate_limits where key like 'function-call%'`);
          return timed(() => owner.call(name, data));
        },
      })),
    };
  }
}

const time = `now() - n * interval '5 seconds'`;
const firstPage = {};
const lastPage = { ascending: true };
const nothing = { search: 'no-such-thing' };

const tables: Table[] = [
  {
    what: 'acts of administrators',
    function: 'listAuditEntries',
    sql: `insert into audit_entries (id, by_uid, act, subject_kind, subject_id, created_at)
      select 'grown' || n, 'admin' || n % 5, case when n % 50 = 0 then 'refundOrder' else 'packOrder' end, 'order', 'order' || n / 5, ${time}
      from SERIES`,
    ways: {
      'first page': firstPage,
      'last page': lastPage,
      'an act': { search: 'refundOrder' },
      'an order': { search: 'order7' },
      'an administrator': { search: account.email },
      nothing,
    },
  },
  {
    what: 'people',
    function: 'listPeople',
    sql: `insert into users (uid, email, display_name, email_verified, created_at, last_login)
      select 'grown' || n, 'person' || n || '@example.com', 'Person ' || n, true, ${time}, ${time} from SERIES`,
    ways: {
      'first page': firstPage,
      'last page': lastPage,
      'by address': { sort: 'email' },
      'by last sign-in': { sort: 'lastLogin' },
      'one address': { search: 'person77@' },
      'a start that all have': { search: 'person' },
      'the same, by address': { search: 'person', sort: 'email' },
      nothing,
    },
  },
  {
    what: 'orders',
    function: 'listOrders',
    sql: `insert into orders (id, creation_key, email, language, address, currency, items_minor, delivery_minor, total_minor,
        tax_scheme, tax_rate, tax_minor, delivery_days, due_at, created_at, paid_at, packed_at, shipped_at, withdrawn_at)
      select 'grown' || n, 'grown' || n, 'person' || n || '@example.com', 'en', jsonb_build_object('name', 'Person Name' || n), 'EUR',
        n % 5000, 0, n % 5000, 'destination', 0, 0, '[1, 2]', now(), ${time}, case when n % 10 > 0 then ${time} end,
        case when n % 10 > 1 then ${time} end, case when n % 10 > 2 then ${time} end, case when n % 10 = 5 then ${time} end from SERIES`,
    ways: {
      'first page': firstPage,
      'last page': lastPage,
      'by address': { sort: 'email' },
      'by total': { sort: 'total' },
      'to pack': { state: 'paid', ascending: true },
      'to pack, by total': { state: 'paid', sort: 'total' },
      'sent, by address': { state: 'shipped', sort: 'email' },
      'withdrawn from': { state: 'withdrawn' },
      'one number': { search: '77' },
      'a last name': { search: 'name77' },
      'a start that all have': { search: 'person' },
      'the same, in a state by total': { search: 'person', state: 'paid', sort: 'total' },
      nothing,
    },
  },
  {
    what: 'batches of tags',
    function: 'listTagBatches',
    sql: `insert into tag_batches (id, name, wanted, made, finished_at, created_at)
      select 'grown' || n, 'Batch ' || n, n % 500, n % 500, now(), ${time} from SERIES`,
    ways: {
      'first page': firstPage,
      'last page': lastPage,
      'by size': { sort: 'count' },
      'one name': { search: 'batch 77' },
      'a start that all have': { search: 'batch' },
      nothing,
    },
  },
];
