-- What every account holds, kept in the transactions that move it and recomputed by the audit: no page sums the ledger.
-- Money in suspense is one provider's and somebody's order's: it has a row for each.
create table account_balances (
  account_kind text not null,
  account_of text not null,
  wallet text not null references wallets (id),
  order_id text not null default '',
  balance numeric not null,
  primary key (account_kind, account_of, wallet, order_id),
  check (order_id = '' or account_kind = 'suspense')
);
insert into account_balances (account_kind, account_of, wallet, order_id, balance)
select e.account_kind, e.account_of, e.wallet, case e.account_kind when 'suspense' then coalesce(t.order_id, '') else '' end, sum(e.amount)
from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
where t.phase in ('posted', 'pending_posted') group by 1, 2, 3, 4;
create index account_balances_suspense on account_balances (order_id) where order_id <> '';
