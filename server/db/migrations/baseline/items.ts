import { itemState } from './expressions.ts';

/** Items, their tags, files, scans, members and new owners. */
export const items = `
create table items (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{16}$'),
  owner_id text not null references users (uid) on delete cascade, name text not null, category text not null,
  note text not null default '', creation_key text not null unique, lost_at timestamptz, returned_at timestamptz,
  deleted_at timestamptz, created_at timestamptz not null default now(),
  finder_sees jsonb not null default '{}'::jsonb, private_details jsonb not null default '{}'::jsonb,
  stolen_at timestamptz, picture_id text, picture_shown boolean not null default true, archived_at timestamptz,
  erased_at timestamptz, handed_over_id text references items (id) on delete set null, tag_code text
);
create index items_export on items (owner_id, created_at, id);
create index items_owner on items (owner_id, (lost_at is not null and returned_at is null) desc, created_at desc, id desc)
  where deleted_at is null;
create index items_trip on items (coalesce(finder_sees ->> 'tripUntil', private_details ->> 'tripUntil'))
  where coalesce(finder_sees ->> 'tripUntil', private_details ->> 'tripUntil') is not null;
create index items_returned on items (returned_at) where returned_at is not null;
create index items_archived on items (owner_id, created_at desc, id desc)
  where deleted_at is null and archived_at is not null;
create index items_to_erase on items (deleted_at) where deleted_at is not null and erased_at is null;
create index items_handed_over on items (handed_over_id) where handed_over_id is not null;
create index items_created on items (created_at, id);
create index items_state_created on items (${itemState}, created_at, id);
create index items_name on items (folded(name) collate "C", id);
create index items_state_name on items (${itemState}, folded(name) collate "C", id);
create index items_name_start on items (folded(name) text_pattern_ops);
create unique index items_picture on items (picture_id) where picture_id is not null;

create table tag_batches (
  id text primary key, owner_id text references users (uid) on delete cascade, creation_key text unique,
  created_at timestamptz not null default now(), order_id text unique, name text not null default '',
  note text not null default '', wanted integer not null default 0, made integer not null default 0,
  finished_at timestamptz, cancelled_at timestamptz
);
create index tag_batches_owner on tag_batches (owner_id) where owner_id is not null;
create index tag_batches_created on tag_batches (created_at, id) where owner_id is null;
create index tag_batches_wanted on tag_batches (wanted, id) where owner_id is null;
create index tag_batches_waiting on tag_batches (created_at, id) where finished_at is null and cancelled_at is null;
create index tag_batches_name on tag_batches (folded(name) text_pattern_ops) where owner_id is null;
create statistics tag_batches_name_start on folded(name) from tag_batches;

create table tags (
  code text primary key check (code ~ '^[0-9a-hjkmnp-tv-z]{16}$'),
  status text not null check (status in ('blank', 'active', 'retired')),
  item_id text references items (id) on delete set null, activated_at timestamptz,
  created_at timestamptz not null default now(), batch_id text references tag_batches (id) on delete set null,
  frozen_at timestamptz, retired_at timestamptz, replaced_by text, replaced_at timestamptz
);
create index tags_item on tags (item_id);
create index tags_batch on tags (batch_id, code) where batch_id is not null;
create index tags_replaced_by on tags (replaced_by) where replaced_by is not null;

create table legacy_tags (
  id text primary key, prefix text not null, code text not null references tags (code) on delete cascade
);
create index legacy_tags_code on legacy_tags (code);

create table item_states (
  id text primary key default gen_random_uuid()::text, item_id text not null references items (id) on delete cascade,
  owner_id text not null references users (uid) on delete cascade,
  state text not null check (state in ('kept', 'lost', 'stolen', 'returned')), message text not null default '',
  place text not null default '', point jsonb, last_seen text not null default '',
  reference text not null default '', created_at timestamptz not null default clock_timestamp()
);
create index item_states_item on item_states (item_id, created_at desc, id desc);
create index item_states_owner on item_states (owner_id, created_at, id);
create index item_states_returned on item_states (created_at) where state = 'returned';

create table files (
  id text primary key, owner_id text not null references users (uid) on delete cascade,
  item_id text not null references items (id) on delete cascade,
  kind text not null check (kind in ('picture', 'receipt', 'sent-picture')),
  type text not null check (type in ('image/webp', 'application/pdf')), name text not null default '',
  bytes integer not null, width integer, height integer, creation_key text not null unique,
  created_at timestamptz not null default now()
);
create index files_owner on files (owner_id, created_at, id);
create index files_item on files (item_id, kind, created_at, id);
create unique index files_picture on files (item_id) where kind = 'picture';
alter table items add foreign key (picture_id) references files (id) on update cascade on delete set null;

create table scans (
  id uuid primary key default gen_random_uuid(), tag_code text not null references tags (code) on delete cascade,
  item_id text not null references items (id) on delete cascade,
  owner_id text not null references users (uid) on delete cascade,
  kind text not null check (kind in ('opened', 'own', 'robot')), scanned_at timestamptz not null
);
create index scans_item on scans (item_id, ((kind = 'robot')), scanned_at desc, id desc);
create index scans_owner on scans (owner_id, scanned_at, id);
create index scans_tag on scans (tag_code);
create index scans_age on scans (scanned_at);

create table item_members (
  item_id text references items (id) on delete cascade, uid text references users (uid) on delete cascade,
  since timestamptz not null default now(), muted_at timestamptz, primary key (item_id, uid)
);
create index item_members_uid on item_members (uid, since desc, item_id desc);

create table item_invitations (
  id text primary key, item_id text not null references items (id) on delete cascade,
  owner_id text not null references users (uid) on delete cascade, secret_hash text not null unique,
  created_at timestamptz not null default now(), expires_at timestamptz not null, accepted_at timestamptz,
  purpose text not null check (purpose in ('sharing', 'handover'))
);
create index item_invitations_page on item_invitations (item_id, created_at desc, id desc);
create index item_invitations_owner on item_invitations (owner_id, created_at, id);
create index item_invitations_expiry on item_invitations (expires_at);

create table item_handovers (
  id text primary key, item_id text not null references items (id) on delete cascade,
  owner_id text not null references users (uid) on delete cascade, item_name text not null,
  secret_hash text not null unique, created_at timestamptz not null default now(),
  accepted_at timestamptz not null default now()
);
create index item_handovers_item on item_handovers (item_id);
create index item_handovers_owner on item_handovers (owner_id, created_at, id);
create index item_handovers_accepted on item_handovers (owner_id, accepted_at desc, id desc);
create index item_handovers_old on item_handovers (accepted_at);
`;
