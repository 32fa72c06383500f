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
  {
    what: 'orders',
    function: 'listOrders',
    sql: `insert into orders (id, creation_key, email, language, address, currency, items_minor, delivery_minor, total_minor,
        tax_scheme, tax_rate, tax_minor, delivery_days, due_at, created_at, paid_at, packed_at, shipped_at, delivered_at, review_invited_at)
      select 'grown' || n, 'grown' || n, 'buyer' || n || '@example.com', 'en', '{}', 'EUR', 490, 390, 880, 'exempt', 0, 0, '[1,2]',
        now() + interval '9 days', ${time}, now(), now(), now(), now(), now() from SERIES`,
    ways: { 'first page': firstPage },
  },
  {
    what: 'mails that failed',
    function: 'listTroubledMails',
    sql: `insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html, attempts, failed_at, last_error,
        last_error_at, created_at)
      select 'grown' || n, 'order', '', 'buyer' || n || '@example.com', 'Your order', '', '', 9, now(), 'full', now(), ${time} from SERIES`,
    ways: { 'first page': firstPage },
  },
  {
    what: 'reports of conversations',
    function: 'listReports',
    sql: `insert into reports (id, uid, item_name, reason, note, messages, creation_key, created_at)
      select 'grown' || n, (select uid from users where email = '${account.email}'), 'Keys', 'rude', '', '[]', 'grown' || n, ${time} from SERIES`,
    ways: { 'first page': firstPage, 'those that are open': { open: true }, 'those that are settled': { open: false } },
  },
  {
    what: 'reports of tags',
    function: 'listTagReports',
    sql: `insert into tag_reports (tag_code, reason, text, language, sending_key, created_at)
      select (select code from tags limit 1), 'unsafe', '', 'en', 'grown' || n, ${time} from SERIES`,
    ways: { 'first page': firstPage, 'those that are open': { open: true }, 'those that are settled': { open: false } },
  },
  {
    what: 'contact requests',
    function: 'listContactRequests',
    sql: `insert into contact_requests (id, name, email, topic, text, language, creation_key, created_at)
      select 'grown' || n, 'Kim', 'kim@example.com', 'other', '', 'en', 'grown' || n, ${time} from SERIES`,
    ways: { 'first page': firstPage, 'those that are open': { open: true }, 'those that are settled': { open: false } },
  },
  {
    what: 'held messages',
    function: 'listHeldMessages',
    sql: `insert into web_messages (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, held_reason,
        held_mail_at, sending_key, created_at)
      select 'held', (select id from items limit 1), (select owner_id from items limit 1), 'finder', '', false, true, 'too-many', now(),
        'held' || n, ${time} from SERIES`,
    ways: { 'first page': firstPage },
  },
  {
    what: 'reviews',
    function: 'listReviews',
    sql: `insert into reviews (id, order_id, product_id, stars, text, name, language, created_at, published_at)
      select 'grown' || n, 'grown' || n, 'grown', 5, '', 'Kim', 'en', ${time}, case when n % 2 = 0 then now() end from SERIES`,
    ways: { 'those that wait': firstPage, published: { state: 'published' }, refused: { state: 'refused' } },
  },
];
