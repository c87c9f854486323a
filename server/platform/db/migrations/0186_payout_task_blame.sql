-- Whoever could not pay says that the destination is wrong: the customer is asked for another one
alter table payout_tasks add column blames_destination boolean not null default false;
