-- The catalogue, orders, ledger and people. Amounts are integers in minor units (numeric, scale 0).
-- Keys are made by the application; nothing relies on sequences, so that rows can be sharded later.

create table payment_systems (
  code text primary key,
  kind text not null check (kind in ('card', 'bank_account', 'fast_payment', 'e_wallet', 'crypto', 'cash')),
  name jsonb not null,
  currency text not null,
  asset text not null,
  market_symbol text not null,
  network text,
  scale int not null check (scale between 0 and 30),
  "precision" int not null check ("precision" between 0 and scale),
  rail text not null,
  rail_settings jsonb not null default '{}',
  min_amount numeric not null check (min_amount > 0),
  max_amount numeric not null check (max_amount >= min_amount),
  reserve_buffer numeric not null default 0 check (reserve_buffer >= 0),
  network_fee numeric not null default 0 check (network_fee >= 0),
  required_confirmations int not null default 0 check (required_confirmations >= 0),
  income_enabled boolean not null default true,
  outcome_enabled boolean not null default true,
  referal_output_enabled boolean not null default false,
  income_fields jsonb not null default '[]',
  outcome_fields jsonb not null default '[]',
  mark jsonb not null,
  sort int not null default 0
);

create table directions (
  income_code text not null references payment_systems (code),
  outcome_code text not null references payment_systems (code),
  enabled boolean not null default true,
  rate_type text not null default 'fixed' check (rate_type in ('fixed', 'floating')),
  margin_ppm int not null check (margin_ppm between 0 and 500000),
  income_fee_ppm int not null default 0 check (income_fee_ppm between 0 and 500000),
  outcome_fee_ppm int not null default 0 check (outcome_fee_ppm between 0 and 500000),
  income_fee_fixed numeric not null default 0 check (income_fee_fixed >= 0),
  outcome_fee_fixed numeric not null default 0 check (outcome_fee_fixed >= 0),
  min_income numeric,
  max_income numeric,
  steps jsonb not null default '[]',
  tolerance_ppm int not null default 0 check (tolerance_ppm between 0 and 100000),
  payment_window_ms bigint not null,
  eta_minutes int not null,
  denied_countries text[] not null default '{}',
  primary key (income_code, outcome_code),
  check (income_code <> outcome_code)
);

create table slots (
  id uuid primary key,
  income_code text not null,
  outcome_code text not null,
  kind text not null check (kind in ('express', 'accelerated', 'custom')),
  outcome_amount numeric check (outcome_amount > 0),
  min_outcome_amount numeric,
  max_outcome_amount numeric,
  premium_ppm int not null default 0,
  eta_minutes int not null,
  state text not null default 'available' check (state in ('available', 'held', 'consumed', 'withdrawn')),
  order_id text,
  created_at timestamptz not null default now(),
  foreign key (income_code, outcome_code) references directions (income_code, outcome_code)
);
create index slots_available on slots (income_code, outcome_code) where state = 'available';

-- One row per set of market prices: the reference price, its sources and time of every quote.
create table rate_snapshots (
  id uuid primary key,
  taken_at timestamptz not null,
  is_demo boolean not null,
  -- {symbol: {usd: "num/den", sources: [{name, usd, at}]}}; a symbol without a trustworthy price is absent
  prices jsonb not null
);
create index rate_snapshots_taken_at on rate_snapshots (taken_at desc);

create table users (
  id uuid primary key,
  email text not null,
  password_hash text,
  full_name text,
  role text not null default 'customer'
    check (role in ('customer', 'support', 'cashier', 'verifier', 'compliance', 'treasurer', 'content', 'auditor', 'owner')),
  locale text not null default 'ru' check (locale in ('ru', 'en')),
  email_verified_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table sessions (
  -- SHA-256 of the cookie's value: a stolen table opens no session
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table orders (
  id text primary key,
  kind text not null default 'exchange' check (kind in ('exchange', 'withdrawal')),
  status text not null check (status in (
    'awaiting_confirmation', 'awaiting_verification', 'awaiting_requisites', 'awaiting_payment', 'payment_claimed',
    'payment_detected', 'moderation', 'compliance_hold', 'requote', 'paid', 'payout_pending', 'payout_sent',
    'payout_failed', 'completed', 'refund_pending', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected')),
  version int not null default 1,
  user_id uuid references users (id),
  email text not null,
  locale text not null check (locale in ('ru', 'en')),
  ip text,
  income_code text not null references payment_systems (code),
  outcome_code text not null references payment_systems (code),
  income_amount numeric not null check (income_amount > 0),
  outcome_amount numeric not null check (outcome_amount > 0),
  -- The quote the amounts come from, whole, with its reference price; replaced by an accepted requote
  quote jsonb not null,
  rate_type text not null check (rate_type in ('fixed', 'floating')),
  income_requisites_sealed bytea not null,
  income_requisites_masked jsonb not null,
  outcome_requisites_sealed bytea not null,
  outcome_requisites_masked jsonb not null,
  outcome_fingerprint bytea not null,
  slot_id uuid,
  -- Pending ledger transfer that promises the outcome; null once posted or voided
  hold_id uuid,
  hold_amount numeric,
  requisites jsonb,
  requisites_reference text,
  rail_reference_rail text,
  confirmations int,
  required_confirmations int,
  received_amount numeric not null default 0,
  -- Part of received_amount that the ledger already carries as a debt to the customer (order_in)
  credited_amount numeric not null default 0,
  income_tx_hash text,
  outcome_tx_hash text,
  claim jsonb,
  requote jsonb,
  reason text,
  created_at timestamptz not null,
  status_changed_at timestamptz not null,
  expires_at timestamptz,
  rate_locked_until timestamptz,
  first_seen_at timestamptz,
  lease_operator uuid references users (id),
  lease_until timestamptz
);
create index orders_deadline on orders (expires_at) where expires_at is not null;
create index orders_user on orders (user_id, created_at desc) where user_id is not null;
create index orders_created on orders (created_at desc);
create index orders_open on orders (status, created_at) where status not in ('completed', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected');
create unique index orders_requisites on orders (rail_reference_rail, requisites_reference) where requisites_reference is not null;

-- The timeline: one row per move, the customer's and the operator's reading of the same history.
create table order_events (
  order_id text not null references orders (id),
  version int not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_id text,
  note text,
  at timestamptz not null,
  primary key (order_id, version)
);

-- What rails have told us about money coming in; one row per transfer, whatever they repeat.
create table deposits (
  id uuid primary key,
  rail text not null,
  external_id text not null,
  reference text not null,
  order_id text references orders (id),
  payment_system_code text not null references payment_systems (code),
  amount numeric not null check (amount > 0),
  state text not null check (state in ('seen', 'final', 'failed', 'reverted')),
  confirmations int not null default 0,
  required_confirmations int not null default 0,
  tx_hash text,
  first_seen_at timestamptz not null,
  -- Set in the transaction that posted it to the ledger
  posted_at timestamptz,
  updated_at timestamptz not null,
  unique (rail, external_id)
);
create index deposits_order on deposits (order_id);

-- One row per attempt, claimed before the provider is called. Its id is the reference the provider knows.
create table payouts (
  id uuid primary key,
  order_id text not null references orders (id),
  purpose text not null check (purpose in ('payout', 'refund')),
  attempt int not null,
  rail text not null,
  payment_system_code text not null references payment_systems (code),
  amount numeric not null check (amount > 0),
  state text not null check (state in ('claimed', 'accepted', 'unknown', 'executed', 'failed')),
  external_id text,
  tx_hash text,
  confirmations int,
  required_confirmations int,
  reason text,
  claimed_at timestamptz not null,
  asked_at timestamptz,
  updated_at timestamptz not null,
  unique (order_id, purpose, attempt)
);
-- Nobody can be paid twice: at most one attempt of an order that may have been or may still be executed, payout and refund together.
create unique index payouts_single_live on payouts (order_id) where state <> 'failed';
create index payouts_open on payouts (updated_at) where state in ('claimed', 'accepted', 'unknown');

create table cheques (
  id uuid primary key,
  order_id text not null references orders (id),
  sha256 bytea not null,
  file_key text not null,
  size int not null,
  created_at timestamptz not null
);
create index cheques_sha256 on cheques (sha256);
create index cheques_order on cheques (order_id);

-- Ledger. Append-only: a pending transfer (hold) is resolved by another row, never changed.
create table ledger_transfers (
  id uuid primary key,
  kind text not null,
  phase text not null check (phase in ('posted', 'pending', 'pending_posted', 'pending_voided')),
  -- The pending transfer that this row resolves
  pending_id uuid references ledger_transfers (id),
  order_id text,
  actor text not null,
  actor_id text,
  reason text,
  created_at timestamptz not null default now(),
  check ((phase in ('pending_posted', 'pending_voided')) = (pending_id is not null))
);
create unique index ledger_transfers_resolved_once on ledger_transfers (pending_id) where pending_id is not null;
create index ledger_transfers_order on ledger_transfers (order_id);

create table ledger_entries (
  transfer_id uuid not null references ledger_transfers (id),
  line int not null,
  account text not null,
  asset text not null,
  wallet text not null references payment_systems (code),
  amount numeric not null check (amount <> 0),
  primary key (transfer_id, line)
);
create index ledger_entries_account on ledger_entries (account);
create index ledger_entries_wallet on ledger_entries (wallet);

-- Cached balances behind every promise, kept in the transactions that move money and recomputed by the audit.
create table reserves (
  code text primary key references payment_systems (code),
  posted numeric not null default 0,
  held numeric not null default 0 check (held >= 0),
  updated_at timestamptz not null default now()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers for each statement execute function refuse_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
create trigger order_events_append_only before update or delete or truncate on order_events for each statement execute function refuse_change();

create table audit_log (
  id uuid primary key,
  at timestamptz not null default now(),
  actor_id text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb not null default '{}'
);
create index audit_log_subject on audit_log (subject_type, subject_id, at);
create trigger audit_log_append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();

create table mails (
  id uuid primary key,
  order_id text references orders (id),
  recipient text not null,
  locale text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- One mail per order version and kind, however often the job runs
  dedupe_key text not null unique
);
create index mails_created on mails (created_at desc);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status int not null,
  -- Sealed: an answer may carry an access token
  response_sealed bytea not null,
  headers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
