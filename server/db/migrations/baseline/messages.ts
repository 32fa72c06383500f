import { reportState } from './expressions.ts';

/** Conversations, reports of them, and who is told of what. */
export const messages = `
create table conversations (
  id text primary key, item_id text not null references items (id) on delete cascade,
  owner_id text not null references users (uid) on delete cascade, finder_name text,
  secret_version integer not null default 1, blocked_at timestamptz, closed_at timestamptz,
  created_at timestamptz not null default now(), last_message_id bigint, finder_language text,
  words_deleted_at timestamptz, unread_by_owner boolean not null default false, archived_at timestamptz,
  muted_at timestamptz, messages_changed_at timestamptz, network_key text
);
create index conversations_owner on conversations (owner_id, last_message_id desc nulls last);
create index conversations_export on conversations (owner_id, created_at, id);
create index conversations_item_page on conversations (item_id, last_message_id desc nulls last);
create index conversations_idle on conversations (last_message_id) where closed_at is null;
create index conversations_closed on conversations (closed_at)
  where closed_at is not null and coalesce((words_deleted_at < closed_at), true);
create index conversations_unread on conversations (owner_id, last_message_id desc nulls last)
  where unread_by_owner;
create index conversations_read on conversations (owner_id, last_message_id desc nulls last)
  where (not unread_by_owner) and archived_at is null;
create index conversations_archived on conversations (owner_id, last_message_id desc nulls last)
  where archived_at is not null;
create index conversations_created on conversations (created_at);
create index conversations_network on conversations (created_at) where network_key is not null;

create table web_messages (
  id bigint generated always as identity primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  item_id text not null references items (id) on delete cascade,
  owner_id text not null references users (uid) on delete cascade,
  author text not null check (author in ('finder', 'owner')), text text not null default '', answer text,
  read_by_owner boolean not null, read_by_finder boolean not null, held_reason text,
  idempotency_key text not null unique, created_at timestamptz not null default now(),
  by_member boolean not null default false, member_uid text references users (uid) on delete set null,
  details jsonb, picture_id text references files (id) on delete set null, deleted_at timestamptz, reply text,
  meeting jsonb, language text, hidden_as text check (hidden_as in ('hidden', 'dismissed')), attempt_key text
);
create index web_messages_conversation on web_messages (conversation_id, id);
create index web_messages_owner on web_messages (owner_id, conversation_id, id desc);
create index web_messages_item on web_messages (item_id);
create index web_messages_unread on web_messages (owner_id, conversation_id, id) where not read_by_owner;
create index web_messages_member on web_messages (member_uid, id) where member_uid is not null;
create index web_messages_dismissed on web_messages (id) where hidden_as = 'dismissed';
create unique index web_messages_attempt on web_messages (attempt_key) where attempt_key is not null;
create index web_messages_held_unread on web_messages (created_at, id)
  where (held_reason in ('too-many', 'hidden-field')) and (not read_by_owner);
create unique index web_messages_picture on web_messages (picture_id) where picture_id is not null;

create table unread_by_members (
  uid text references users (uid) on delete cascade, conversation_id text,
  message_id bigint references web_messages (id) on delete cascade, item_id text not null,
  primary key (uid, conversation_id, message_id),
  foreign key (item_id, uid) references item_members(item_id, uid) on delete cascade
);
create index unread_by_members_item on unread_by_members (item_id, uid);
create index unread_by_members_message on unread_by_members (message_id);

create table hidden_words (
  message_id bigint primary key references web_messages (id) on delete cascade,
  conversation_id text not null references conversations (id) on delete cascade, text text not null,
  details jsonb, picture_id text, was_unread boolean not null, hidden_at timestamptz not null default now()
);
create index hidden_words_conversation on hidden_words (conversation_id);
create index hidden_words_time on hidden_words (hidden_at);

create table message_readings (
  id text primary key, conversation_id text not null references conversations (id) on delete cascade,
  admin_uid text references users (uid) on delete set null, reason text not null,
  about_kind text not null check (about_kind in ('report', 'tag-report', 'held-message', 'contact-request')),
  about_id text not null, created_at timestamptz not null default now()
);
create index message_readings_conversation on message_readings (conversation_id, created_at, id);
create index message_readings_admin on message_readings (admin_uid) where admin_uid is not null;

create table reports (
  id text primary key, uid text not null references users (uid) on delete cascade,
  conversation_id text references conversations (id) on delete set null, item_name text not null,
  finder_name text, reason text not null, note text not null, messages jsonb not null,
  creation_key text not null unique, created_at timestamptz not null default now(), settled_at timestamptz,
  settled_by text references users (uid) on delete set null,
  decision text not null default 'done' check (decision in ('done', 'answered', 'closed')), answer_key text
);
create index reports_page on reports (created_at desc, id desc);
create index reports_uid on reports (uid, created_at, id);
create index reports_conversation on reports (conversation_id) where conversation_id is not null;
create index reports_open on reports (created_at desc, id desc) where settled_at is null;
create index reports_settled_by on reports (settled_by) where settled_by is not null;
create index reports_state_created on reports (${reportState}, created_at, id);
create index reports_item on reports (folded(item_name) collate "C", id);
create index reports_state_item on reports (${reportState}, folded(item_name) collate "C", id);
create index reports_item_start on reports (folded(item_name) text_pattern_ops);

create table reported_pictures (
  report_id text references reports (id) on delete cascade, picture_id text, primary key (picture_id, report_id)
);
create index reported_pictures_report on reported_pictures (report_id);

create table tag_reports (
  id bigint generated always as identity primary key,
  tag_code text not null references tags (code) on delete cascade,
  conversation_id text references conversations (id) on delete set null,
  reason text not null check (reason in ('not-mine', 'planted', 'unsafe', 'fraud')), text text not null,
  language text not null, idempotency_key text not null unique, created_at timestamptz not null default now(),
  settled_at timestamptz, settled_by text references users (uid) on delete set null,
  decision text not null default 'done' check (decision in ('done', 'answered', 'closed'))
);
create index tag_reports_created on tag_reports (created_at, id);
create index tag_reports_tag on tag_reports (tag_code);
create index tag_reports_conversation on tag_reports (conversation_id) where conversation_id is not null;
create index tag_reports_open on tag_reports (created_at desc, id desc) where settled_at is null;
create index tag_reports_settled_by on tag_reports (settled_by) where settled_by is not null;
create index tag_reports_code on tag_reports (tag_code, id);
create index tag_reports_state_created on tag_reports (${reportState}, created_at, id);
create index tag_reports_state_code on tag_reports (${reportState}, tag_code, id);

create table blocked_networks (
  network_key text primary key, ends_at timestamptz not null
);

create table reply_mails (
  conversation_id text primary key references conversations (id) on delete cascade, address text not null,
  asked_at timestamptz not null default now(), confirmed_at timestamptz
);
create index reply_mails_unconfirmed on reply_mails ((case when confirmed_at is null then asked_at end));

create table pending_notifications (
  uid text references users (uid) on delete cascade, budget text,
  message_id bigint references web_messages (id) on delete cascade, due_at timestamptz not null,
  primary key (uid, budget, message_id)
);
create index pending_notifications_due on pending_notifications (due_at);
create index pending_notifications_message on pending_notifications (message_id);

create table pending_reply_notifications (
  conversation_id text references conversations (id) on delete cascade, channel text, due_at timestamptz not null,
  primary key (conversation_id, channel),
  constraint reply_notices_channel_check check (channel in ('mail', 'push'))
);
create index pending_reply_notifications_due on pending_reply_notifications (due_at);

create table push_subscriptions (
  id text primary key, uid text references users (uid) on delete cascade, session_id text, device text not null,
  endpoint text not null, p256dh text not null, auth text not null, created_at timestamptz not null default now(),
  delivered_at timestamptz, conversation_id text references conversations (id) on delete cascade,
  constraint push_subscriptions_whose check (num_nonnulls(uid, conversation_id) = 1)
);
create index push_subscriptions_page on push_subscriptions (uid, created_at desc, id desc);
create unique index push_subscriptions_account on push_subscriptions (endpoint) where uid is not null;
create unique index push_subscriptions_conversation on push_subscriptions (conversation_id, endpoint)
  where conversation_id is not null;
`;
