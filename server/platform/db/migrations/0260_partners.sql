-- Who may call by a program: an account that made a key. What he has of his own beside the shop's settings is null where it is theirs
create table partners (
  user_id uuid primary key references users (id) on delete cascade,
  created_at timestamptz not null,
  -- Millionths of the service's earning on an order of his
  share_ppm integer check (share_ppm between 0 and 1000000),
  requests_per_minute integer check (requests_per_minute between 1 and 6000),
  orders_per_day integer check (orders_per_day between 0 and 100000),
  open_orders integer check (open_orders between 0 and 1000),
  reserve_percent integer check (reserve_percent between 0 and 100),
  suspended_at timestamptz,
  suspended_reason text,
  version integer not null default 1,
  check ((suspended_at is null) = (suspended_reason is null))
);

-- Keys of the partner API. The secret is needed whole to check a signature: sealed, never shown again
create table partner_keys (
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  scopes text[] not null,
  -- Addresses and networks it may be used from; none: any
  networks text[] not null,
  secret_sealed bytea not null,
  secret_since timestamptz not null,
  -- The secret before the last rotation, while it still works
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  revoked_by text check (revoked_by in ('partner', 'office')),
  revoked_reason text,
  check ((old_secret_sealed is null) = (old_secret_until is null)),
  check ((revoked_at is null) = (revoked_by is null))
);
create index partner_keys_by_user on partner_keys (user_id, created_at);

-- Signatures of the last minutes: each is good for one call; also what a key has spent of its calls
create table partner_signatures (
  hash bytea primary key,
  key_id text not null references partner_keys (id) on delete cascade,
  seen_at timestamptz not null
);
create index partner_signatures_by_key on partner_signatures (key_id, seen_at);
create index partner_signatures_by_time on partner_signatures (seen_at);

-- Which order came by which key. Written before the order it belongs to, in its transaction: reactions to its birth find it
create table partner_orders (
  order_id text primary key references orders (id) deferrable initially deferred,
  user_id uuid not null references users (id),
  key_id text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  created_at timestamptz not null
);
create index partner_orders_by_user on partner_orders (user_id, created_at desc, order_id);
create index partner_orders_by_key on partner_orders (key_id, created_at desc);
