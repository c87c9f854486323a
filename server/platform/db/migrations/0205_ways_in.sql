-- When whoever holds a session last proved who he is, by password, factor or provider; null: by an earlier release, which counts as its beginning.
alter table sessions add column proved_at timestamptz;

-- What a discoverable passkey has to sign before there is a session: kept for the browser that asked, answered once.
create table passkey_sign_ins (
  browser_hash bytea primary key,
  challenge text not null,
  expires_at timestamptz not null
);

-- Accounts at other houses by which one signs in: known by issuer and subject and by nothing else.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  provider text not null,
  -- What the provider calls him, for his own list
  email text,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  primary key (issuer, subject)
);
create unique index user_identities_user on user_identities (user_id, provider);

-- Somebody was sent to a provider and is awaited back, once, in the same browser.
create table provider_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  purpose text not null check (purpose in ('sign_in', 'link', 'prove')),
  -- Whose session asked; null: nobody's
  session_hash bytea,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index provider_attempts_expiry on provider_attempts (expires_at);

-- Which session a line at the door is about, for "this was not me"
alter table security_events add column session_hash bytea;
