-- A hash chain over the transfers of the ledger (docs/decisions/0114-ledger-hash-chain.md).
-- Which transaction wrote a transfer: a job links those of transactions that have ended. The default of rows before this migration is
-- stored once: the table is neither rewritten nor read
alter table ledger_transfers add column xact xid8 default pg_current_xact_id();
-- The service's signature of the transfer; null: written by a release before it
alter table ledger_transfers add column mark text;

-- One link per transfer, in order. No reference: its check would lock every transfer once more
create table ledger_chain (
  number bigint primary key,
  transfer_id uuid not null unique,
  hash bytea not null check (length(hash) = 32),
  is_ours boolean not null
);
create trigger ledger_chain_append_only before update or delete or truncate on ledger_chain for each statement execute function refuse_change();

-- The signed end of the chain, and from where on transfers may still have no link
create table ledger_chain_head (
  only_one boolean primary key default true check (only_one),
  shop_id uuid not null,
  started_at timestamptz not null,
  number bigint not null,
  hash bytea not null,
  takes_unmarked boolean not null,
  signature text not null,
  signed_at timestamptz not null,
  next_xact xid8 not null,
  next_id uuid not null
);

-- Heads that were mailed to the owners
create table ledger_seals (
  day date primary key,
  number bigint not null,
  hash bytea not null,
  mailed_at timestamptz not null
);
create trigger ledger_seals_append_only before update or delete or truncate on ledger_seals for each statement execute function refuse_change();

-- The result of the last verification
create table ledger_chain_check (
  only_one boolean primary key default true check (only_one),
  checked_at timestamptz not null,
  links bigint not null,
  problem text
);
