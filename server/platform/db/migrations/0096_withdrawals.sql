-- A withdrawal of a purse is a noun of its own: its row, its states, its timeline; it pays through the same machine as orders.
insert into assets (code, scale) values ('USD', 2) on conflict (code) do nothing;

create table withdrawals (
  id text primary key,
  status text not null check (status in ('awaiting_confirmation', 'payout_pending', 'payout_sent', 'payout_failed', 'completed', 'expired', 'cancelled')),
  version int not null,
  user_id uuid not null references users (id),
  locale text not null check (locale in ('ru', 'en')),
  -- What leaves the purse, and what of it is paid where
  purse text not null check (purse in ('referral', 'reward')),
  purse_wallet text not null references wallets (id),
  purse_amount numeric not null check (purse_amount > 0),
  outcome_code text not null references payment_systems (code),
  outcome_wallet text not null references wallets (id),
  outcome_amount numeric not null check (outcome_amount > 0),
  requisites_sealed bytea not null,
  requisites_masked jsonb not null,
  -- SHA-256 of the token in the mail: a stolen table confirms nothing
  token_hash bytea not null,
  -- Pending transfers that promise the purse's money and the reserve; null once posted or voided
  purse_hold_id uuid,
  hold_id uuid,
  tx_hash text,
  created_at timestamptz not null,
  status_changed_at timestamptz not null,
  expires_at timestamptz
);
create index withdrawals_user on withdrawals (user_id, created_at desc);
create index withdrawals_deadline on withdrawals (expires_at) where expires_at is not null;
create index withdrawals_open on withdrawals (status_changed_at) where status = 'payout_pending';

create table withdrawal_events (
  withdrawal_id text not null references withdrawals (id),
  version int not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_id text,
  note text,
  at timestamptz not null,
  primary key (withdrawal_id, version)
);
create trigger withdrawal_events_append_only before update or delete or truncate on withdrawal_events for each statement execute function refuse_change();

-- One of the two is what an attempt pays for
alter table payouts alter column order_id drop not null,
  add column withdrawal_id text references withdrawals (id),
  add check (num_nonnulls(order_id, withdrawal_id) = 1),
  add check (withdrawal_id is null or purpose = 'payout'),
  add unique (withdrawal_id, attempt);
create unique index payouts_single_live_withdrawal on payouts (withdrawal_id) where withdrawal_id is not null and state <> 'failed';

alter table ledger_transfers add column withdrawal_id text references withdrawals (id),
  add check (num_nonnulls(order_id, withdrawal_id) <= 1);
create index ledger_transfers_withdrawal on ledger_transfers (withdrawal_id) where withdrawal_id is not null;

-- Orders are exchanges. One that waits for a confirmation was never confirmable: it ends as its time would have ended it
insert into ledger_transfers (id, kind, phase, pending_id, order_id, actor, reason)
select gen_random_uuid(), 'hold', 'pending_voided', hold_id, id, 'system', 'a withdrawal is no order'
from orders where status = 'awaiting_confirmation' and hold_id is not null;
update reserves set held = held - h.amount
from (select outcome_wallet, sum(hold_amount) as amount from orders where status = 'awaiting_confirmation' and hold_id is not null group by 1) h
where h.outcome_wallet = reserves.wallet;
insert into order_events (order_id, version, move, from_status, to_status, actor, note, at)
select id, version + 1, 'expire', status, 'expired', 'system', 'a withdrawal is no order', now() from orders where status = 'awaiting_confirmation';
update orders set status = 'expired', version = version + 1, hold_id = null, hold_amount = null, expires_at = null, status_changed_at = now()
where status = 'awaiting_confirmation';
alter table orders drop column kind;
alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check check (status in (
  'awaiting_verification', 'awaiting_requisites', 'awaiting_payment', 'payment_claimed', 'payment_detected', 'moderation',
  'compliance_hold', 'requote', 'paid', 'payout_pending', 'payout_sent', 'payout_failed', 'completed', 'refund_pending', 'refunded',
  'expired', 'cancelled', 'payment_failed', 'rejected'));
