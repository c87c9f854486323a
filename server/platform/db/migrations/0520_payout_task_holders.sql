-- A payout that was taken over from somebody who may have sent the money. Until a person says in words that nothing was sent it can only be
-- ended as sent: not shown, given back or failed
alter table payout_tasks add column may_be_sent boolean not null default false;
alter table payout_tasks add check (not may_be_sent or state in ('taken', 'sent'));
-- From whom it was taken over: each of them can still say that he sent it
alter table payout_tasks add column former_holders uuid[] not null default '{}';
