-- An operator's word about money ("I see it") is a deposit of the rail `operator`. What a rail reports later of the same
-- payment covers it, part by part, so that one payment is never counted twice.
alter table deposits add column covered_amount numeric not null default 0 check (covered_amount between 0 and amount);
-- Mails that a mail server would not take yet.
create index mails_unsent on mails (created_at) where sent_at is null;
-- Payments that were reported before the order knew its reference are found by it.
create index deposits_waiting on deposits (rail, reference) where order_id is null;
