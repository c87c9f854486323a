-- A page of a list is found in an index alone: its place in the order of the list, then its key.
create index orders_newest on orders (created_at desc, id);
drop index orders_created;
create index orders_own on orders (user_id, created_at desc, id) where user_id is not null;
drop index orders_user;
create index ledger_treasury on ledger_transfers (created_at desc, id) where kind = 'treasury' and actor = 'operator';
create index incidents_page on incidents ((closed_at is not null), last_at desc, id);
create index approvals_page on approvals (proposed_at desc, id);
