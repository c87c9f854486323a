-- Coins that no block spends. Those with a spender belong to payouts that are open, or that a reorganisation took out of the chain: the
-- jobs that run every second find such payouts by it, among all that are finished.
create index concurrently if not exists coins_not_spent on utxo.coins (spender) where spent_by is null;
