import { orderState, searchVector } from './expressions.ts';

/** Products, orders, payments, invoices, reviews, and pages in the operator’s words. */
export const shop = `
create table products (
  id text primary key, slug text not null unique, kind text not null, names jsonb not null,
  descriptions jsonb not null default '{}'::jsonb, price_minor integer not null check (price_minor >= 0),
  currency text not null, tags_each integer not null default 0 check (tags_each >= 0),
  stock integer check (stock >= 0), position integer not null default 0, hidden_at timestamptz,
  archived_at timestamptz, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), creation_key text unique,
  low_stock integer not null default 3 check (low_stock >= 0),
  words tsvector generated always as (${searchVector("slug || ' ' || coalesce(names ->> 'en', '') || ' ' || coalesce(names ->> 'de', '')")}) stored
);
create index products_page on products ("position", id) where archived_at is null;
create index products_low on products (updated_at)
  where (stock <= low_stock) and hidden_at is null and archived_at is null;
create index products_price on products (price_minor, id);
create index products_stock on products (coalesce(stock, 2147483647), id);
create index products_name on products (folded(coalesce(names ->> 'en', '')) collate "C", id);
create index products_german_name on products (folded(coalesce(nullif(names ->> 'de', ''), names ->> 'en', '')) collate "C", id);
create index products_words on products using gin (words) with (fastupdate = off);

create table stock_changes (
  product_id text references products (id), key text, difference integer not null,
  changed_at timestamptz not null default now(), primary key (product_id, key)
);

create table orders (
  id text primary key, number integer generated always as identity (start with 1001) unique,
  creation_key text not null unique, secret_version integer not null default 1, email text not null,
  language text not null, network_key text, address jsonb not null, currency text not null,
  items_minor integer not null check (items_minor >= 0),
  delivery_minor integer not null check (delivery_minor >= 0), total_minor integer not null,
  tax_scheme text not null, tax_rate integer not null, tax_minor integer not null, delivery_days jsonb not null,
  due_at timestamptz not null, created_at timestamptz not null default now(), paid_at timestamptz,
  packed_at timestamptz, shipped_at timestamptz, delivered_at timestamptz, withdrawn_at timestamptz,
  cancelled_at timestamptz, refunded_at timestamptz, review_invited_at timestamptz,
  review_mails_off_at timestamptz, is_export boolean not null default false,
  check (total_minor = (items_minor + delivery_minor)), check ((tax_minor >= 0) and (tax_minor <= total_minor))
);
create index orders_page on orders (created_at desc, id desc);
create index orders_email on orders (email, created_at desc);
create index orders_due on orders (due_at) where paid_at is null and cancelled_at is null;
create index orders_to_invite on orders (delivered_at) where review_invited_at is null;
create index orders_unpaid on orders (created_at) where paid_at is null and cancelled_at is null;
create index orders_to_pack on orders (paid_at)
  where paid_at is not null and packed_at is null and withdrawn_at is null
    and cancelled_at is null and refunded_at is null;
create index orders_to_send on orders (packed_at)
  where packed_at is not null and shipped_at is null and withdrawn_at is null
    and cancelled_at is null and refunded_at is null;
create index orders_withdrawn on orders (withdrawn_at)
  where withdrawn_at is not null and cancelled_at is null and refunded_at is null;
create index orders_email_sorted on orders (email, id);
create index orders_total on orders (total_minor, id);
create index orders_state_created on orders (${orderState}, created_at, id);
create index orders_state_email on orders (${orderState}, email, id);
create index orders_state_total on orders (${orderState}, total_minor, id);
create index orders_email_start on orders (email text_pattern_ops);
create index orders_network on orders (network_key) where network_key is not null;
create index orders_name_start on orders (folded(address ->> 'name') text_pattern_ops);
create index orders_last_name_start on orders (folded(regexp_replace(address ->> 'name', '^.* ', '')) text_pattern_ops);
alter table tag_batches add foreign key (order_id) references orders (id) on delete set null;

create table order_lines (
  order_id text references orders (id) on delete cascade, position integer,
  product_id text not null references products (id), name text not null,
  quantity integer not null check (quantity > 0), unit_minor integer not null check (unit_minor >= 0),
  total_minor integer not null, tags_each integer not null, takes_stock boolean not null,
  primary key (order_id, "position"), check (total_minor = (quantity * unit_minor))
);
create index order_lines_product on order_lines (product_id);
create trigger never_changed before update on order_lines for each row execute function refuse_change();

create table order_events (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id) on delete cascade, kind text not null, actor text not null,
  actor_uid text, created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, id);
create index order_events_mail_failed on order_events (created_at) where kind = 'mailFailed';
create trigger never_changed before update on order_events for each row execute function refuse_change();

create table payments (
  id text primary key, order_id text not null references orders (id) on delete cascade,
  creation_key text not null unique, kind text not null check (kind in ('payment', 'refund', 'mistake')),
  amount_minor integer not null check (amount_minor > 0), currency text not null,
  created_at timestamptz not null default now(), provider_id text, refund_of text, request_key text,
  takes_back text unique references payments (id) on delete cascade
);
create index payments_order on payments (order_id, created_at);
create index payments_provider on payments (provider_id) where provider_id is not null;
create trigger never_changed before update on payments for each row execute function refuse_change();

create table shipments (
  order_id text primary key references orders (id) on delete cascade, carrier text not null,
  tracking text not null, created_at timestamptz not null default now()
);

create table invoices (
  number integer primary key, order_id text not null references orders (id) on delete cascade,
  kind text not null check (kind in ('invoice', 'credit-note')), content jsonb not null,
  created_at timestamptz not null default now()
);
create index invoices_order on invoices (order_id);
create trigger never_changed before update on invoices for each row execute function refuse_change();

create table invoice_files (
  number integer primary key references invoices (number) on delete cascade, id text not null unique,
  bytes integer not null, sha256 text not null, created_at timestamptz not null default now()
);
create trigger invoice_files_stay before update on invoice_files for each row execute function refuse_change();

create table invoice_counter (
  name text primary key, last integer not null
);

create table checkout_sessions (
  id text primary key, order_id text not null references orders (id) on delete cascade, attempt integer not null,
  amount_minor integer not null check (amount_minor > 0), currency text not null,
  created_at timestamptz not null default now(),
  next_ask_at timestamptz not null default now() + interval '5 minutes', returned_at timestamptz,
  processing_at timestamptz, closed_at timestamptz, unique (order_id, attempt)
);
create index checkout_sessions_open on checkout_sessions (next_ask_at) where closed_at is null;

create table payment_events (
  id text primary key, kind text not null, created_at timestamptz not null default now()
);
create index payment_events_time on payment_events (created_at);

create table payment_problems (
  id text primary key, order_id text not null references orders (id) on delete cascade, reason text not null,
  amount_minor integer not null, currency text not null, provider_id text not null,
  created_at timestamptz not null default now(), settled_at timestamptz, unique (order_id, provider_id, reason)
);
create index payment_problems_open on payment_problems (created_at) where settled_at is null;

create table reviews (
  id text primary key, order_id text not null references orders (id) on delete cascade,
  product_id text not null references products (id), stars integer not null check ((stars >= 1) and (stars <= 5)),
  text text not null, name text not null, language text not null, version integer not null default 1,
  created_at timestamptz not null default now(), changed_at timestamptz, published_at timestamptz,
  refused_at timestamptz, refusal text, answer text,
  words tsvector generated always as (${searchVector("(name || ' ') || text")}) stored, unique (order_id, product_id),
  check (published_at is null or refused_at is null), check ((refused_at is null) = (refusal is null))
);
create index reviews_waiting on reviews (created_at desc, id desc)
  where published_at is null and refused_at is null;
create index reviews_published on reviews (created_at desc, id desc) where published_at is not null;
create index reviews_refused on reviews (created_at desc, id desc) where refused_at is not null;
create index reviews_product on reviews (product_id, created_at desc, id desc) where published_at is not null;
create index reviews_of_product on reviews (product_id);
create index reviews_waiting_stars on reviews (stars, id) where published_at is null and refused_at is null;
create index reviews_published_stars on reviews (stars, id) where published_at is not null;
create index reviews_refused_stars on reviews (stars, id) where refused_at is not null;
create index reviews_words on reviews using gin (words) with (fastupdate = off);

create table page_drafts (
  page text, language text, revision integer not null default 0, words jsonb,
  saved_by text references users (uid) on delete set null, saved_at timestamptz, primary key (page, language)
);
create index page_drafts_editor on page_drafts (saved_by) where saved_by is not null;

create table page_versions (
  id text primary key, page text not null, language text not null, words jsonb,
  published_by text references users (uid) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index page_versions_page on page_versions (page, language, created_at desc, id desc);
create index page_versions_publisher on page_versions (published_by) where published_by is not null;
`;
