-- The EVM rail's own memory: which address belongs to which order, how far the chain was read, what was seen on it,
-- and every payout it has ever signed. Nothing here refers to tables outside this schema.
create schema evm;

-- One address per order, never given to another (quality R23). The index is unique over all keys and chains.
create table evm.deposit_addresses (
  order_id text primary key,
  chain_id bigint not null,
  derivation_index int not null unique check (derivation_index >= 0),
  -- Which extended public key it was derived from (its BIP-32 fingerprint), so that a changed key is no riddle later
  xpub_fingerprint text not null,
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
  payment_system_code text not null,
  -- What must arrive: a token's contract, null for the chain's own coin
  contract text check (contract ~ '^0x[0-9a-f]{40}$'),
  amount numeric not null check (amount > 0),
  required_confirmations int not null check (required_confirmations > 0),
  created_at timestamptz not null
);
create index deposit_addresses_watched on evm.deposit_addresses (chain_id, created_at);

-- How far each chain has been read.
create table evm.chains (
  chain_id bigint primary key,
  scanned_to bigint not null,
  scanned_hash text not null,
  updated_at timestamptz not null
);

-- Hashes of the blocks read lately: how a re-organised chain is recognised and walked back.
create table evm.blocks (
  chain_id bigint not null references evm.chains (chain_id),
  number bigint not null,
  hash text not null,
  primary key (chain_id, number)
);

create table evm.transfers (
  chain_id bigint not null,
  -- <tx hash>:<position of the log within its transaction | eth>: survives being mined again in another block
  external_id text not null,
  order_id text not null references evm.deposit_addresses (order_id),
  amount numeric not null check (amount > 0),
  tx_hash text not null,
  block_number bigint not null,
  block_hash text not null,
  -- Its block vanished and no later one has carried it so far
  orphaned boolean not null default false,
  first_seen_at timestamptz not null,
  -- What the order side was last told and has acknowledged
  reported_state text check (reported_state in ('seen', 'final', 'reverted')),
  reported_confirmations int,
  primary key (chain_id, external_id)
);
create index transfers_untold on evm.transfers (chain_id) where reported_state is distinct from 'final';
create index transfers_by_block on evm.transfers (chain_id, block_number);

-- Money on one of our addresses that the order did not ask for (wrong token, coin instead of token): kept for an operator.
create table evm.unmatched_transfers (
  chain_id bigint not null,
  external_id text not null,
  order_id text not null references evm.deposit_addresses (order_id),
  contract text,
  amount numeric not null check (amount > 0),
  tx_hash text not null,
  block_number bigint not null,
  block_hash text not null,
  found_at timestamptz not null,
  primary key (chain_id, external_id)
);

-- One row per reference for ever, written before the chain is asked anything. `ordered`: to be signed; `recorded`: signed,
-- and this transaction alone can ever carry it; `executed` and `failed` stay what they are.
create table evm.payouts (
  reference text primary key,
  -- Name of the rail that was told: each drives its own
  rail text not null,
  chain_id bigint,
  payment_system_code text not null,
  -- Null for the chain's own coin
  contract text check (contract ~ '^0x[0-9a-f]{40}$'),
  destination text not null,
  amount numeric not null check (amount > 0),
  required_confirmations int not null check (required_confirmations > 0),
  state text not null check (state in ('ordered', 'recorded', 'executed', 'failed')),
  sender text,
  nonce bigint check (nonce >= 0),
  raw_tx text,
  tx_hash text unique,
  -- The most this transaction can cost in gas, and what it did cost once mined for good; wei
  max_fee numeric,
  fee numeric,
  reason text,
  broadcast_at timestamptz,
  -- The last answer given to the order side by polling
  reported text,
  created_at timestamptz not null,
  check (num_nulls(chain_id, sender, nonce, raw_tx, tx_hash, max_fee) in (0, 6)),
  check (case state when 'ordered' then raw_tx is null when 'failed' then true else raw_tx is not null end),
  unique (chain_id, sender, nonce)
);
create index payouts_unsettled on evm.payouts (rail, created_at) where state in ('ordered', 'recorded') or reported is distinct from state;
create index payouts_by_nonce on evm.payouts (chain_id, sender, nonce) where nonce is not null;
