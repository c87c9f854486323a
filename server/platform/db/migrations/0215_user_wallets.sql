-- Requisites that a person had kept from an order of his (consent), to be used again: sealed, told apart by a keyed hash, shown masked
create table user_wallets (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  payment_system_code text not null references payment_systems (code),
  side text not null check (side in ('income', 'outcome')),
  values_sealed bytea not null,
  values_masked jsonb not null,
  fingerprint bytea not null,
  -- The person's own name for it
  label text,
  -- What is new may be held back before earnings go to it
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (user_id, payment_system_code, side, fingerprint)
);
