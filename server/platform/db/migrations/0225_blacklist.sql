-- Whom the shop makes no orders with: the value under a keyed hash, by which it is found again, and sealed, so that the hash can be made
-- anew with another secret. A network is matched by what lies in it and is no secret.
create table blacklist_entries (
  id uuid primary key,
  kind text not null check (kind in ('email', 'card', 'wallet', 'phone', 'document', 'network', 'device')),
  mark bytea not null,
  network cidr check ((kind = 'network') = (network is not null)),
  value_sealed bytea not null,
  masked text not null,
  reason text not null check (reason in ('fraud', 'chargeback', 'sanctions', 'stolen_data', 'abuse', 'other')),
  note text not null,
  made_by uuid not null references users (id),
  made_at timestamptz not null,
  -- Null: until somebody ends it
  ends_at timestamptz,
  ended_by uuid references users (id),
  ended_at timestamptz,
  end_note text,
  -- What it has stopped so far
  hits bigint not null default 0,
  last_hit_at timestamptz
);
create unique index blacklist_marks on blacklist_entries (mark) where ended_at is null;
create index blacklist_networks on blacklist_entries using gist (network inet_ops) where network is not null and ended_at is null;
create index blacklist_newest on blacklist_entries (made_at desc, id);
