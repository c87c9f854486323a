-- One transaction can carry several payouts that waited for the same coins.
alter table utxo.payouts drop constraint payouts_txid_key;
create index payouts_by_transaction on utxo.payouts (txid) where txid is not null;
