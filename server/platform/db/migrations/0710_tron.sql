-- Memory of the TRON rail: which address belongs to which order, how far the chain was read, what was seen on it, and every payout it
-- signed. No references to other schemas. Amounts in the smallest unit; addresses in base58.
create schema tron;

-- How far solid blocks have been read; one network for each shop. A solid block never changes.
create table tron.chain (
  is_only boolean primary key default true check (is_only),
  -- Id of block 0
  genesis text not null,
  scanned_to bigint not null,
  scanned_id text not null,
  -- The block's own time: a transaction that expired before it, and is in no block read, can never be executed
  scanned_time timestamptz not null,
  updated_at timestamptz not null
);

-- One address per order, never given to another (quality R23).
create table tron.deposit_addresses (
  order_id text primary key,
  derivation_index int not null unique check (derivation_index >= 0),
  xpub_fingerprint text not null,
  address text not null unique check (address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'),
  payment_system_code text not null,
  -- The token's contract; null for the coin
  contract text,
  amount numeric not null check (amount > 0),
  required_confirmations int not null check (required_confirmations > 0),
  created_at timestamptz not null
);

-- Transfers to those addresses in the asset that the order expects.
create table tron.transfers (
  -- <transaction id>:<position of the log in its transaction, or trx>
  external_id text primary key,
  order_id text not null references tron.deposit_addresses (order_id),
  amount numeric not null check (amount > 0),
  tx_id text not null,
  block_number bigint not null,
  -- In a solid block
  is_solid boolean not null,
  -- Its block was replaced before it became solid, and no later block contains the transaction so far
  is_lost boolean not null default false,
  first_seen_at timestamptz not null,
  -- The last report that the order side has acknowledged
  reported_state text check (reported_state in ('seen', 'final', 'reverted')),
  reported_confirmations int,
  check (not (is_solid and is_lost))
);
create index transfers_unreported on tron.transfers (block_number)
  where reported_state is distinct from 'final' and (not is_lost or reported_state = 'seen');
create index transfers_not_solid on tron.transfers (block_number) where not is_solid and not is_lost;
create index transfers_by_time on tron.transfers (first_seen_at) where is_solid;

-- Accounts that payouts were made from.
create table tron.senders (address text primary key);

-- Money that no order or payout explains: another token, a transaction of our paying account that we did not sign.
create table tron.oddities (
  subject text primary key,
  detail text not null,
  found_at timestamptz not null
);

-- One row per reference for ever, written before the network is asked anything. `ordered`: to be signed; `recorded`: signed, and this
-- transaction alone can carry it until it has expired; `executed` and `failed` are final.
create table tron.payouts (
  reference text primary key,
  rail text not null,
  payment_system_code text not null,
  contract text,
  destination text not null,
  amount numeric not null check (amount > 0),
  required_confirmations int not null check (required_confirmations > 0),
  state text not null check (state in ('ordered', 'recorded', 'executed', 'failed')),
  sender text,
  raw_tx text,
  tx_id text unique,
  -- No block after this time can contain the transaction
  expires_at timestamptz,
  -- Solid block that contains it
  mined_block bigint,
  -- The most it can cost, and what it did cost; sun
  max_fee numeric,
  fee numeric,
  reason text,
  broadcast_at timestamptz,
  -- The last answer reported to the order side
  reported text,
  created_at timestamptz not null,
  check (num_nulls(sender, raw_tx, tx_id, expires_at, max_fee) in (0, 5)),
  check (case state when 'ordered' then raw_tx is null when 'failed' then true else raw_tx is not null end)
);
create index payouts_unsettled on tron.payouts (created_at) where state in ('ordered', 'recorded') or reported is distinct from state;
create index payouts_recorded on tron.payouts (sender) where state = 'recorded';
create index payouts_sent on tron.payouts (created_at) where tx_id is not null;
