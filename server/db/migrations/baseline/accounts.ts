import { reportState, searchVector } from './expressions.ts';

/** Accounts, how they sign in, what administrators do, and what people ask the operator. */
export const accounts = `
create table auth_users (
  id text primary key, name text not null, email text not null unique,
  email_verified boolean not null default false, image text, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), signed_up_at timestamptz
);
create index auth_users_unconfirmed on auth_users (signed_up_at) where not email_verified;

create table auth_sessions (
  id text primary key, token text not null unique,
  user_id text not null references auth_users (id) on delete cascade, expires_at timestamptz not null,
  ip_address text, user_agent text, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), active_at timestamptz default now(), page_seen_at timestamptz,
  second_factor_at timestamptz
);
create index auth_sessions_user on auth_sessions (user_id);
create index auth_sessions_expires_at on auth_sessions (expires_at);

create table auth_accounts (
  id text primary key, account_id text not null, provider_id text not null,
  user_id text not null references auth_users (id) on delete cascade, access_token text, refresh_token text,
  id_token text, access_token_expires_at timestamptz, refresh_token_expires_at timestamptz, scope text,
  password text, created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create index auth_accounts_user on auth_accounts (user_id);
create index auth_accounts_firebase on auth_accounts (id) where password like '$firebase-scrypt$%';

create table auth_verifications (
  id text primary key, identifier text not null, value text not null, expires_at timestamptz not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create index auth_verifications_identifier on auth_verifications (identifier);
create index auth_verifications_expires_at on auth_verifications (expires_at);

create table users (
  uid text primary key references auth_users (id) on delete cascade, email text not null, display_name text,
  email_verified boolean, created_at timestamptz not null, last_login timestamptz, role text,
  disabled_at timestamptz, deletion_asked_at timestamptz, message_mails_off_at timestamptz,
  mail_failed_at timestamptz, language text, quiet_from smallint, quiet_until smallint, time_zone text,
  quiet_also_lost_at timestamptz, push_quotes_at timestamptz, mail_bounced_at timestamptz,
  name_shown_at timestamptz
);
create index users_deletion_asked on users (deletion_asked_at) where deletion_asked_at is not null;
create unique index users_email on users (email);
create index users_mail_failed on users (uid) where mail_failed_at is not null;
create index users_created on users (created_at, uid);
create index users_last_login on users (coalesce(last_login, timestamptz '1970-01-01 00:00:00+00'), uid);
create index users_email_start on users (email text_pattern_ops, uid);
create index users_administrators on users (uid) where role = 'admin';
create index users_name_start on users (folded(display_name) text_pattern_ops);

create table account_links (
  token_hash text primary key,
  purpose text not null
    check (purpose in ('confirm', 'set-password', 'allow-change', 'confirm-change', 'sign-up-repeated')),
  uid text not null references auth_users (id) on delete cascade, email text not null, new_email text,
  display_name text, password text, device_hash text, used_at timestamptz, expires_at timestamptz not null,
  created_at timestamptz not null default now(), language text, tag_code text
);
create index account_links_uid on account_links (uid);
create index account_links_expires on account_links (expires_at);

create table known_devices (
  uid text references auth_users (id) on delete cascade, device_hash text,
  created_at timestamptz not null default now(), last_used_at timestamptz not null default now(),
  primary key (uid, device_hash)
);
create index known_devices_last_used on known_devices (last_used_at);

create table authenticator_apps (
  uid text primary key references auth_users (id) on delete cascade, sealed_secret text not null,
  last_step bigint not null, created_at timestamptz not null default now()
);

create table passkeys (
  id text primary key, uid text not null references auth_users (id) on delete cascade, name text not null,
  public_key bytea not null, sign_count bigint not null, transports text[] not null,
  last_challenge_ms bigint not null, created_at timestamptz not null default now(), last_used_at timestamptz
);
create index passkeys_account on passkeys (uid);

create table recovery_codes (
  uid text references auth_users (id) on delete cascade, code_hash text,
  created_at timestamptz not null default now(), used_at timestamptz, primary key (uid, code_hash)
);

create table settings (
  key text primary key, value jsonb not null, updated_at timestamptz not null default now()
);

create table label_templates (
  id text primary key, owner_id text not null references users (uid) on delete cascade,
  creation_key text not null unique, name text not null, page_width double precision not null,
  page_height double precision not null, columns integer not null, rows integer not null,
  label_width double precision not null, label_height double precision not null,
  left_margin double precision not null, top_margin double precision not null, pitch_x double precision not null,
  pitch_y double precision not null, created_at timestamptz not null default now()
);
create unique index label_templates_name on label_templates (owner_id, lower(name));

create table audit_entries (
  id text primary key, by_uid text, act text not null, subject_kind text not null, subject_id text not null,
  changes jsonb not null default '{}'::jsonb, created_at timestamptz not null default now()
);
create index audit_entries_page on audit_entries (created_at desc, id desc);
create index audit_entries_by on audit_entries (by_uid, created_at desc, id desc);
create index audit_entries_act on audit_entries (act, created_at desc, id desc);
create index audit_entries_subject on audit_entries (subject_id, created_at desc, id desc);
create trigger audit_entries_stay before delete or update on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_stay_all before truncate on audit_entries
  for each statement execute function refuse_audit_change();

create table contact_requests (
  id text primary key, uid text references users (uid) on delete cascade, name text not null, email text not null,
  topic text not null, text text not null, language text not null, held_reason text,
  creation_key text not null unique, created_at timestamptz not null default now(), settled_at timestamptz,
  settled_by text references users (uid) on delete set null,
  decision text not null default 'done' check (decision in ('done', 'answered', 'closed', 'spam')),
  answer_key text, note text not null default '',
  words tsvector generated always as (${searchVector("(name || ' ') || text")}) stored
);
create index contact_requests_page on contact_requests (created_at desc, id desc);
create index contact_requests_account on contact_requests (uid) where uid is not null;
create index contact_requests_open on contact_requests (created_at desc, id desc) where settled_at is null;
create index contact_requests_settled_by on contact_requests (settled_by) where settled_by is not null;
create index contact_requests_email on contact_requests (email, id);
create index contact_requests_state_created on contact_requests (${reportState}, created_at, id);
create index contact_requests_state_email on contact_requests (${reportState}, email, id);
create index contact_requests_email_start on contact_requests (email text_pattern_ops);
create index contact_requests_spam on contact_requests (settled_at) where decision = 'spam';
create index contact_requests_words on contact_requests using gin (words) with (fastupdate = off);
`;
