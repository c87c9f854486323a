-- Memory of the Monero rail: which subaddress belongs to which order, how far the receiving wallet was read, what it received, and every
-- payout that was made. No references to other schemas. Amounts in atomic units (1/10^12).
create schema monero;

-- Receiving wallets, by their primary addresses.
create table monero.wallets (
  address text primary key,
  -- Number of blocks that the wallet had when it was read last
  scanned_to bigint not null,
  -- Counts the readings: of two processes that read at the same time, one saves
  version bigint not null default 0,
  updated_at timestamptz not null
);

-- One subaddress per order, never given to another (quality R23).
create table monero.deposit_addresses (
  order_id text primary key,
  wallet text not null,
  subaddress_index int not null check (subaddress_index > 0),
  address text not null unique check (address ~ '^[1-9A-HJ-NP-Za-km-z]{95}$'),
  payment_system_code text not null,
  amount numeric not null check (amount > 0),
  required_confirmations int not null check (required_confirmations > 0),
  created_at timestamptz not null,
  unique (wallet, subaddress_index)
);

-- Transfers to those subaddresses.
create table monero.deposits (
  -- <transaction id>:<subaddress index>
  external_id text primary key,
  order_id text not null references monero.deposit_addresses (order_id),
  amount numeric not null check (amount > 0),
  tx_id text not null,
  -- Null: in no block
  block_height bigint,
  -- The sender's lock: 0 none, a block height, or a time in seconds from 500000000 on
  unlock_time numeric not null,
  -- In no block, and not in the mempool or in conflict with another transaction there
  is_gone boolean not null default false,
  first_seen_at timestamptz not null,
  -- The last report that the order side has acknowledged
  reported_state text check (reported_state in ('seen', 'final', 'reverted')),
  reported_confirmations int,
  check (not is_gone or block_height is null)
);
create index deposits_to_report on monero.deposits (first_seen_at)
  where (reported_state is distinct from 'final' or block_height is null) and (not is_gone or reported_state in ('seen', 'final'));
create index deposits_by_height on monero.deposits (block_height);
create index deposits_by_time on monero.deposits (first_seen_at);

-- One row per reference for ever, written before the wallet is asked anything:
-- - `ordered`: to be made;
-- - `recorded`: made; this transaction alone can carry it until another one has spent its outputs for good;
-- - `executed` and `failed` are final.
create table monero.payouts (
  reference text primary key,
  rail text not null,
  payment_system_code text not null,
  destination text not null,
  amount numeric not null check (amount > 0),
  required_confirmations int not null check (required_confirmations > 0),
  state text not null check (state in ('ordered', 'recorded', 'executed', 'failed')),
  -- Primary address of the wallet that made it
  wallet text,
  tx_id text unique,
  -- For the wallet to send, and for the node
  metadata text,
  raw_tx text,
  -- Proves the payment to its receiver
  tx_key text,
  -- What it spends: the network takes each once
  key_images text[],
  fee numeric,
  -- Written before it is sent for the first time
  started_at timestamptz,
  -- The node took it last
  sent_at timestamptz,
  block_height bigint,
  -- Number of blocks, and the newest one, when another transaction was first found to have spent its outputs
  excluded_height bigint,
  excluded_hash text,
  -- A reorganisation took it out of its block after it was executed
  lost_at timestamptz,
  reason text,
  -- The last answer reported to the order side
  reported text,
  created_at timestamptz not null,
  check (num_nulls(wallet, tx_id, metadata, raw_tx, tx_key, key_images, fee) in (0, 7)),
  check (num_nulls(excluded_height, excluded_hash) in (0, 2)),
  check (case state when 'ordered' then tx_id is null when 'failed' then true else tx_id is not null end)
);
create index payouts_unsettled on monero.payouts (created_at) where state in ('ordered', 'recorded') or reported is distinct from state;
create index payouts_recorded on monero.payouts (wallet) where state = 'recorded';
create index payouts_by_time on monero.payouts (created_at) where tx_id is not null;
create index payouts_by_height on monero.payouts (block_height) where state = 'executed';
create index payouts_lost on monero.payouts (reference) where lost_at is not null;
