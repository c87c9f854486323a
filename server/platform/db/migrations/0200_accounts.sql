-- People's accounts. An e-mail is unique among those who have proven that it is theirs: whoever only says so keeps nobody out, and
-- cannot find out who is here (decision 0044).
alter table users
  add column phone text,
  add column anti_phishing_code text,
  -- Counts up with every change of the profile: of two tabs the second one learns of the first
  add column profile_version integer not null default 1;

drop index users_email;
create unique index users_proven_email on users (lower(email)) where email_verified_at is not null;
create index users_by_email on users (lower(email));

-- What a mailed link opens: once, until it is late or a newer one of the same purpose was asked for.
create table account_tokens (
  id uuid primary key,
  purpose text not null check (purpose in ('activate', 'reset', 'change_email', 'undo_email')),
  -- Null for a reset: whose password it is, is found when the letter is written and when the link is used
  user_id uuid references users (id) on delete cascade,
  -- The address it is mailed to
  email text not null,
  -- SHA-256 of the token, which is derived from our secret when the letter is written and stands nowhere else
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_tokens_by_email on account_tokens (purpose, lower(email));
create index account_tokens_by_user on account_tokens (user_id);
create index account_tokens_expired on account_tokens (expires_at);
