-- One of them at a time: what a person pays by hand is an attempt of its own (`by_hand`) that the machine neither claims nor asks about.
-- What came beyond an order goes back through the same machine: `surplus`, written as `queued` by who decides it.
alter table payouts drop constraint payouts_state_check;
alter table payouts add constraint payouts_state_check check (state in ('queued', 'claimed', 'accepted', 'unknown', 'by_hand', 'executed', 'failed'));
alter table payouts drop constraint payouts_purpose_check;
alter table payouts add constraint payouts_purpose_check check (purpose in ('payout', 'refund', 'surplus'));
alter table payouts add constraint payouts_queued_check check (state <> 'queued' or purpose = 'surplus');
-- Who has it in hand, while it is by hand
alter table payouts add column taken_by uuid references users (id);
alter table payouts add constraint payouts_taken_check check (state <> 'by_hand' or taken_by is not null);
-- A call to the provider about this attempt may be under way until then: nobody ends it beside the call
alter table payouts add column asking_until timestamptz;

drop index payouts_single_live;
create unique index payouts_single_live on payouts (order_id) where state <> 'failed' and purpose <> 'surplus';
create unique index payouts_single_surplus on payouts (order_id) where state not in ('executed', 'failed') and purpose = 'surplus';
drop index payouts_open;
create index payouts_open on payouts (updated_at) where state in ('queued', 'claimed', 'accepted', 'unknown', 'by_hand');

-- What was given back by hand until now gets its attempt too, so that returned money is one sum
insert into payouts (id, order_id, purpose, attempt, rail, payment_system_code, amount, state, reason, claimed_at, updated_at)
select gen_random_uuid(), id, 'surplus', 1, 'operator', income_code, surplus_returned, 'executed', 'operator', status_changed_at, status_changed_at
from orders where surplus_returned > 0;
