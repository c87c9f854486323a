-- Coins that others sent to a paying address, and that a reorganisation took out of the chain: they never return once another transaction
-- has spent what their transaction spends. null: coins saved before.
alter table utxo.coins
  -- What the coin's transaction spends, as `<txid>:<output>`
  add column inputs text[],
  -- Height of the block with the other transaction
  add column excluded_height bigint;
