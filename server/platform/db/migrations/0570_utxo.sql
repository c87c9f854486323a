-- Memory of the rails for Bitcoin, Litecoin and Dogecoin: which address belongs to which order, how far each chain was read,
-- what was seen on it, the coins to pay with and every transaction ever signed. No references to other schemas.
-- `chain` is the hash of the chain's first block. Amounts in the coin's smallest unit.
create schema utxo;

-- One address per order, never given to another (quality R23).
create table utxo.deposit_addresses (
  order_id text primary key,
  chain text not null,
  derivation_index int not null check (derivation_index >= 0),
  xpub_fingerprint text not null,
  address text not null unique,
  script text not null check (script ~ '^[0-9a-f]+$'),
  payment_system_code text not null,
  amount numeric not null check (amount > 0),
  required_confirmations int not null check (required_confirmations > 0),
  created_at timestamptz not null,
  unique (chain, derivation_index),
  unique (chain, script)
);

-- Addresses that payouts are made from and change returns to.
create table utxo.payout_addresses (
  chain text not null,
  script text not null check (script ~ '^[0-9a-f]+$'),
  address text not null,
  primary key (chain, script)
);

-- How far each chain has been read.
create table utxo.chains (
  chain text primary key,
  scanned_to bigint not null,
  scanned_hash text not null,
  updated_at timestamptz not null
);

-- Hashes of the blocks read last: a reorganisation is recognised by them.
create table utxo.blocks (
  chain text not null references utxo.chains (chain),
  height bigint not null,
  hash text not null,
  primary key (chain, height)
);

-- Payments to deposit addresses.
create table utxo.deposits (
  chain text not null,
  txid text not null,
  vout int not null check (vout >= 0),
  order_id text not null references utxo.deposit_addresses (order_id),
  amount numeric not null check (amount > 0),
  is_coinbase boolean not null,
  -- Null: in no block of the chain
  block_height bigint,
  -- Neither in a block nor in the mempool: replaced, spent otherwise, or dropped
  is_gone boolean not null default false,
  first_seen_at timestamptz not null,
  -- The last report that the order side has acknowledged
  reported_state text check (reported_state in ('seen', 'final', 'reverted')),
  reported_confirmations int,
  primary key (chain, txid, vout),
  check (not (is_gone and block_height is not null))
);
create index deposits_unreported on utxo.deposits (chain) where reported_state is distinct from 'final' or block_height is null;
create index deposits_by_block on utxo.deposits (chain, block_height);

-- Every transaction ever signed, written before it is sent.
create table utxo.transactions (
  txid text primary key,
  chain text not null,
  raw_tx text not null,
  fee numeric not null check (fee > 0),
  change numeric not null check (change >= 0),
  block_height bigint,
  broadcast_at timestamptz,
  created_at timestamptz not null
);
create index transactions_by_block on utxo.transactions (chain, block_height);

-- Outputs to our payout addresses. `spender`: our transaction that alone may spend it; `spent_by`: the one that did, in a block.
create table utxo.coins (
  chain text not null,
  txid text not null,
  vout int not null check (vout >= 0),
  script text not null,
  amount numeric not null check (amount > 0),
  is_coinbase boolean not null,
  block_height bigint,
  spender text references utxo.transactions (txid),
  spent_by text,
  spent_height bigint,
  primary key (chain, txid, vout),
  check (num_nulls(spent_by, spent_height) in (0, 2))
);
create index coins_unspent on utxo.coins (chain, script) where spender is null and spent_by is null;
create index coins_of_transaction on utxo.coins (spender) where spender is not null;

-- One row per reference for ever. `ordered`: to be signed; `recorded`: signed, and this transaction alone can carry it;
-- `executed` and `failed` are final.
create table utxo.payouts (
  reference text primary key,
  rail text not null,
  payment_system_code text not null,
  destination text not null,
  amount numeric not null check (amount > 0),
  required_confirmations int not null check (required_confirmations > 0),
  state text not null check (state in ('ordered', 'recorded', 'executed', 'failed')),
  txid text unique references utxo.transactions (txid),
  reason text,
  -- The last answer given to the order side by polling
  reported text,
  created_at timestamptz not null,
  check (case state when 'recorded' then txid is not null when 'executed' then txid is not null else txid is null end)
);
create index payouts_unsettled on utxo.payouts (rail, created_at) where state in ('ordered', 'recorded') or reported is distinct from state;
