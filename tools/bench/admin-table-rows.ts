/** A table of administration: how rows come into it, and what is asked of its function. */
export type Table = {
  what: string;
  /** From SERIES as n into its last table; the row of number 1 is the oldest, TIME is when it came. */
  sql: string;
  /** Of each the first page and the last one are asked for. */
  lists: Record<string, object>;
  searches: Record<string, object>;
  /** Takes the rows away again, where other steps would read them. */
  clear?: string;
};

const nothing = { search: 'no-such-thing' };
const ordinary = { 'oldest first': { ascending: true }, nothing };
const openOrAll = { all: { state: 'all' }, open: {} };
const settled = 'case when n % 2 = 0 then TIME end';
const code = `'9' || lpad(n::text, 15, '0')`;
const reportedMessage = `{"author": "finder", "text": "It is with me.", "answer": null, "sentAt": "2026-01-01T12:00:00.000Z",
  "details": null, "pictureId": null}`;

/** By function, in this order: some lists read rows of tables above theirs. */
export const adminTables: Record<string, Table> = {
  listAuditEntries: {
    what: 'acts of administrators',
    sql: `insert into audit_entries (id, by_uid, act, subject_kind, subject_id, created_at)
      select 'grown' || n, 'admin' || n % 5, case when n % 50 = 0 then 'refundOrder' else 'packOrder' end, 'order', 'order' || n / 5, TIME
      from SERIES`,
    lists: { all: {}, 'an act': { search: 'packOrder' } },
    searches: {
      'a rare act': { search: 'refundOrder' },
      'an order': { search: 'order7' },
      'an administrator': { search: 'admin1' },
      ...ordinary,
    },
  },
  listPeople: {
    what: 'people',
    sql: `insert into users (uid, email, display_name, email_verified, created_at, last_login)
      select 'grown' || n, 'person' || lpad(n::text, 9, '0') || '@example.com',
        case when n % 100 = 0 then 'Robin ' else 'Kim ' end || n, true, TIME, TIME from SERIES`,
    lists: { all: {}, 'by address': { sort: 'email' }, 'by last sign-in': { sort: 'lastLogin' } },
    searches: {
      'one address': { search: 'person000000077@' },
      'a start that all have': { search: 'person' },
      'the same, by address': { search: 'person', sort: 'email' },
      'a name that one in a hundred has': { search: 'robin' },
      'the same, by last sign-in': { search: 'robin', sort: 'lastLogin' },
      ...ordinary,
    },
  },
  listTagBatches: {
    what: 'tag batches',
    sql: `insert into tag_batches (id, name, wanted, made, finished_at, created_at)
      select 'grown' || n, case when n % 100 = 0 then 'Fair ' else 'Batch ' end || lpad(n::text, 9, '0'), n / 500, n / 500, now(), TIME from SERIES`,
    lists: { all: {}, 'by size': { sort: 'count' } },
    searches: {
      'one name': { search: 'batch 000000077' },
      'a start that all have': { search: 'batch' },
      'the same, by size': { search: 'batch', sort: 'count' },
      'a start that one in a hundred has': { search: 'fair' },
      ...ordinary,
    },
  },
  lookUpItems: {
    what: 'items',
    sql: `insert into items (id, owner_id, name, category, note, creation_key, created_at, lost_at, archived_at)
      select '8' || lpad(n::text, 15, '0'), 'grown' || n / 10, case when n % 100 = 0 then 'Tent ' else 'Bag ' end || lpad(n::text, 9, '0'), 'bag', '', 'grown' || n,
        TIME, case when n % 2 = 0 then TIME end, case when n % 7 = 0 then TIME end from SERIES`,
    lists: { all: {}, 'by name': { sort: 'name' }, 'lost, by name': { state: 'lost', sort: 'name' } },
    searches: {
      'archived, oldest first': { state: 'archived', ascending: true },
      'one name': { search: 'bag 000000077' },
      'a start that all have': { search: 'bag' },
      'the same, in a state by name': { search: 'bag', state: 'lost', sort: 'name' },
      'a start that one in a hundred has': { search: 'tent' },
      'an owner': { search: 'person000000007@example.com' },
      'a code that no tag has': { search: '9000000000000077' },
      ...ordinary,
    },
    clear: `delete from items where creation_key like 'grown%'`,
  },
  getTag: {
    what: 'tags',
    sql: `insert into tags (code, status, batch_id, created_at) select ${code}, 'blank', 'grown' || n / 500, TIME from SERIES`,
    lists: {},
    searches: { 'one code': { tag: '9000000000000077' } },
    clear: `delete from tags where code like '9%' and batch_id like 'grown%'`,
  },
  listOrders: {
    what: 'orders',
    sql: `insert into orders (
        id, creation_key, email, language, address, currency, items_minor, delivery_minor, total_minor, tax_scheme, tax_rate, tax_minor,
        delivery_days, due_at, created_at, paid_at, packed_at, shipped_at, withdrawn_at
      )
      select 'grown' || n, 'grown' || n, 'person' || lpad(n::text, 9, '0') || '@example.com', 'en',
        jsonb_build_object('country', 'DE', 'name', 'Kim Name' || lpad(n::text, 9, '0'), 'line1', 'Gartenweg 1', 'city', 'Oldenburg', 'zip', '26133'),
        'EUR', n / 500, 200, n / 500 + 200, 'destination', 0, 0, '[2, 4]', now() + interval '30 days', TIME, case when n % 10 > 0 then TIME end,
        case when n % 10 > 1 then TIME end, case when n % 10 > 2 then TIME end, case when n % 10 = 5 then TIME end
      from SERIES`,
    lists: {
      all: {},
      'by address': { sort: 'email' },
      'by total': { sort: 'total' },
      'sent, by address': { state: 'shipped', sort: 'email' },
    },
    searches: {
      'to pack, oldest first': { state: 'paid', ascending: true },
      'to pack, by total': { state: 'paid', sort: 'total' },
      'withdrawn from': { state: 'withdrawn' },
      'one number': { search: '1077' },
      'a last name': { search: 'name000000077' },
      'a city that all have': { search: 'oldenburg' },
      'a start that all have': { search: 'person' },
      'the same, in a state by total': { search: 'person', state: 'paid', sort: 'total' },
      nothing,
    },
  },
  listReviews: {
    what: 'reviews',
    sql: `insert into products (id, slug, kind, names, price_minor, currency, hidden_at)
      values ('grown', 'grown', 'key-ring', '{"en": "Key ring"}', 500, 'EUR', now()) on conflict do nothing;
      insert into reviews (id, order_id, product_id, stars, text, name, language, created_at, published_at, refused_at, refusal)
      select 'grown' || n, 'grown' || n, 'grown', 1 + n % 5, case when n % 100 = 0 then 'Too small.' else 'It came quickly and holds well.' end, 'Kim', 'en', TIME,
        case when n % 3 = 1 then TIME end, case when n % 3 = 2 then TIME end, case when n % 3 = 2 then 'Not about the product.' end
      from SERIES`,
    lists: { waiting: {}, published: { state: 'published' }, 'waiting, by stars': { sort: 'stars' } },
    searches: {
      'refused, oldest first': { state: 'refused', ascending: true },
      'words that most have': { search: 'came quickly' },
      'the same, by stars': { search: 'came quickly', sort: 'stars' },
      'words that one in a hundred has': { search: 'small' },
      'the product of all': { search: 'ring' },
      'one order': { search: '1077' },
      nothing,
    },
  },
  listFailedMails: {
    what: 'mails, half of them in trouble',
    sql: `insert into outgoing_mails (
        message_id, purpose, to_name, to_address, subject, text, html, created_at, send_after, attempts, sent_at, failed_at, last_error, last_error_at
      )
      select 'grown' || n, 'new-message', 'Kim', 'person' || n || '@example.com', 'A message', 'It is with me.', '', TIME,
        now() + interval '30 days', 5, case when n % 2 = 0 then TIME end, case when n % 4 = 1 then TIME end,
        case when n % 2 = 1 then '451 try again later' end, case when n % 2 = 1 then TIME end from SERIES`,
    lists: { all: {} },
    searches: {},
  },
  listReports: {
    what: 'reports of conversations',
    sql: `insert into reports (id, uid, conversation_id, item_name, reason, note, messages, creation_key, created_at, settled_at, settled_by)
      select 'grown' || n, 'grown' || n, 'grown' || n, case when n % 101 = 0 then 'Kite' else 'Keys' end, 'scam', 'They want money.', '[${reportedMessage}]', 'grown' || n, TIME,
        ${settled}, 'grown1' from SERIES`,
    lists: { ...openOrAll, 'open, by item': { sort: 'item' } },
    searches: {
      'decided, oldest first': { state: 'done', ascending: true },
      'one who reported': { search: 'person000000077@example.com', state: 'all' },
      'an item that one in a hundred has': { search: 'kite' },
      'an item that most have, by item': { search: 'keys', sort: 'item' },
      nothing,
    },
  },
  listTagReports: {
    what: 'reports of tags',
    sql: `insert into tag_reports (tag_code, reason, text, language, idempotency_key, created_at, settled_at, settled_by)
      select ${code}, 'fraud', 'This is not theirs.', 'en', 'grown' || n, TIME, ${settled}, 'grown1' from SERIES`,
    lists: { ...openOrAll, 'open, by code': { sort: 'code' } },
    searches: { 'decided, oldest first': { state: 'done', ascending: true }, nothing },
  },
  listContactRequests: {
    what: 'contact requests',
    sql: `insert into contact_requests (id, name, email, topic, text, language, creation_key, created_at, settled_at, settled_by)
      select 'grown' || n, 'Kim', 'person' || n || '@example.com', 'order', case when n % 101 = 0 then 'I want a refund.' else 'Where is my order?' end, 'en', 'grown' || n, TIME,
        ${settled}, 'grown1' from SERIES`,
    lists: { ...openOrAll, 'open, by address': { sort: 'email' } },
    searches: {
      'decided, oldest first': { state: 'done', ascending: true },
      'no spam': { state: 'spam' },
      'one address': { search: 'person77@', state: 'all' },
      'words that all have': { search: 'where order' },
      'a word that one in a hundred has': { search: 'refund' },
      'the same, by address': { search: 'refund', sort: 'email' },
      nothing,
    },
  },
  listHeldMessages: {
    what: 'messages, half of them held',
    sql: `insert into web_messages (
        conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, held_reason, idempotency_key, created_at
      )
      select 'grown' || n / 4, 'grown', case when n % 100 = 0 then 'grown1' else 'grown' || n end, 'finder', 'It is with me.', n % 2 = 1, true,
        case when n % 2 = 0 then 'too-many' end, 'grown' || n, TIME from SERIES`,
    lists: { all: {} },
    searches: {
      'an owner of one': { search: 'grown78' },
      'an owner of one in fifty': { search: 'grown1' },
      ...ordinary,
    },
    clear: `delete from web_messages where item_id = 'grown'`,
  },
};
