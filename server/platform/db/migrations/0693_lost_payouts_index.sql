-- Every poll reads the lost payouts (0692): few or none.
create index concurrently if not exists payouts_lost on utxo.payouts (rail) where lost_at is not null;
create index concurrently if not exists payouts_lost on evm.payouts (rail) where lost_at is not null;
