-- Every block read looks for coins that a reorganisation took out of the chain (0694): few or none.
create index concurrently if not exists coins_in_no_block on utxo.coins (chain) where block_height is null;
