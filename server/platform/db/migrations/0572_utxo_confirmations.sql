alter table utxo.deposit_addresses
  -- The payment system's setting when the address was offered: confirmations from an amount on (`10:6, 100:12`)
  add column confirmation_steps text not null default '';
alter table utxo.deposit_addresses alter column confirmation_steps drop default;

-- By the amount that was paid, which can be more than the order's; coinbase outputs need more.
alter table utxo.deposits add column required_confirmations int check (required_confirmations > 0);
update utxo.deposits d set required_confirmations = greatest(a.required_confirmations, case when d.is_coinbase then 100 else 1 end)
from utxo.deposit_addresses a where a.order_id = d.order_id;
alter table utxo.deposits
  alter column required_confirmations set not null,
  drop column is_coinbase;
