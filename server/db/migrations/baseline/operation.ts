/** What the server does and counts. */
export const operation = `
create table outgoing_mails (
  id bigint generated always as identity primary key, message_id text not null unique, purpose text not null,
  to_name text not null, to_address text not null, subject text not null, text text not null, html text not null,
  created_at timestamptz not null default now(), send_after timestamptz not null default now(),
  leased_until timestamptz, attempts integer not null default 0, sent_at timestamptz, failed_at timestamptz,
  last_error text, uid text references auth_users (id) on delete cascade, refused_at timestamptz,
  last_error_at timestamptz, unsubscribe_url text, bounced_at timestamptz, reply_to text, from_name text
);
create index outgoing_mails_waiting on outgoing_mails (send_after, id) where sent_at is null and failed_at is null;
create index outgoing_mails_uid on outgoing_mails (uid, created_at);
create index outgoing_mails_host on outgoing_mails (lower("substring"(to_address, '[^@]*$')), send_after, id)
  where sent_at is null and failed_at is null;
create index outgoing_mails_unsent on outgoing_mails (created_at) where sent_at is null;
create index outgoing_mails_over on outgoing_mails (least(sent_at, failed_at))
  where least(sent_at, failed_at) is not null;
create index outgoing_mails_new_message on outgoing_mails (purpose) where purpose like 'new-message %';
create index outgoing_mails_replies on outgoing_mails (purpose, created_at) where purpose like 'reply %';
create index outgoing_mails_troubled on outgoing_mails (created_at desc, id desc)
  where sent_at is null and last_error_at is not null;
create index outgoing_mails_not_refused on outgoing_mails (created_at)
  where sent_at is null and last_error_at is not null and refused_at is null;

create table outgoing_requests (
  id text primary key, kind text not null, uid text references users (uid) on delete cascade,
  subscription_id text references push_subscriptions (id) on delete cascade, body text not null,
  created_at timestamptz not null default now(), send_after timestamptz not null default now(),
  leased_until timestamptz, attempts integer not null default 0, sent_at timestamptz, failed_at timestamptz,
  last_error text, last_error_at timestamptz, possibly_automatic boolean not null default false
);
create index outgoing_requests_waiting on outgoing_requests (send_after, id)
  where sent_at is null and failed_at is null;
create index outgoing_requests_uid on outgoing_requests (uid, created_at, id);
create index outgoing_requests_subscription on outgoing_requests (subscription_id)
  where subscription_id is not null;
create index outgoing_requests_over on outgoing_requests (least(sent_at, failed_at))
  where least(sent_at, failed_at) is not null;
create index outgoing_requests_webhook_troubled on outgoing_requests (last_error_at)
  where (kind = 'webhook') and sent_at is null and last_error_at is not null;
create index outgoing_requests_webhook_sent on outgoing_requests (sent_at)
  where (kind = 'webhook') and sent_at is not null;

create table rate_limits (
  key varchar(255) primary key, points integer not null default 0, expire bigint
);
create index rate_limits_key_start on rate_limits (key varchar_pattern_ops);
create index rate_limits_expire on rate_limits (expire);

create table changes (
  xid xid8 not null default pg_current_xact_id(), events jsonb not null,
  made_at timestamptz not null default clock_timestamp()
);
create index changes_xid on changes (xid);

create table scheduled_jobs (
  name text primary key, begun_at timestamptz not null
);

create table daily_counts (
  day date, name text, hours integer default 0, count integer not null check (count >= 0),
  primary key (day, name, hours)
);

create table imported_rows (
  key text primary key
);

create table backups (
  id bigint generated always as identity primary key, begun_at timestamptz not null default now(),
  ended_at timestamptz, bytes bigint, error text, warned_at timestamptz
);
create index backups_begun on backups (begun_at);
`;
