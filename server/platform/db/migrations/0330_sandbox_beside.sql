-- Events of test orders are told by the courier of the real shop, whose database knows no such order
alter table webhook_events drop constraint webhook_events_order_id_fkey;

-- In the world of test orders: what is still to be handed to that courier, in the order in which it happened
create table webhook_handovers (
  seq bigint generated always as identity primary key,
  event_id text not null unique references webhook_events (id) on delete cascade
);

-- The test bank's scripted failures for the orders of one partner; everybody else's stand in sandbox.faults
create table sandbox.faults_of (
  owner text primary key,
  payouts text not null default 'ok'
    check (payouts in ('ok', 'timeout_after_execute', 'error_before_execute', 'error_500', 'unknown_late', 'refuse')),
  callbacks text not null default 'ok' check (callbacks in ('ok', 'drop', 'duplicate', 'reorder'))
);
