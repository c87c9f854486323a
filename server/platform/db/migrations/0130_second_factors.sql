-- Second factors (quality R34). A secret that was shown and not yet confirmed waits beside the one that counts.
create table totp_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The newest step whose code was accepted: neither it nor an older one is accepted again
  last_step bigint not null default 0
);
create unique index totp_factors_confirmed on totp_factors (user_id) where confirmed_at is not null;
create index totp_factors_user on totp_factors (user_id);

create table passkeys (
  -- The credential's own id, base64url
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- SHA-256 of codes of 80 random bits: nothing to guess, nothing to open
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What a passkey has to sign, once: kept with the session that asked.
create table passkey_challenges (
  session_hash bytea not null references sessions (token_hash) on update cascade on delete cascade,
  purpose text not null check (purpose in ('registration', 'authentication')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (session_hash, purpose)
);

-- Since when he has a second factor; null: none. Read with every request, so kept beside the role.
alter table users add column second_factor_since timestamptz;
-- Disabled people cannot sign in, and whatever session they had is dead
alter table users add column disabled_at timestamptz;

alter table sessions add column factor_given_at timestamptz;
alter table sessions add column factor_tries int not null default 0;
-- When a person last did something, which is not when his page last asked
alter table sessions add column active_at timestamptz not null default now();
alter table sessions add column ip text;
alter table sessions add column device text;
create index sessions_user on sessions (user_id, last_seen_at desc);
