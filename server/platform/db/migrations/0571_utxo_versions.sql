-- A payout can have several transactions, its versions: a replacement with a higher fee (BIP 125), or one mined under another txid.
-- All versions spend at least the coins of the first, so that one of them at most is mined.
alter table utxo.transactions
  -- txid of the first version; `payouts.txid` and `coins.spender` are this one
  add column root text references utxo.transactions (txid),
  add column version int not null default 1 check (version > 0),
  -- What it spends, as `<txid>:<output>`
  add column inputs text[],
  -- Scanned height from which its fee may be raised while it is in no block
  add column raise_from bigint not null default 0;
update utxo.transactions t set root = txid,
  inputs = (select coalesce(array_agg(k.txid || ':' || k.vout), '{}') from utxo.coins k where k.spender = t.txid);
alter table utxo.transactions
  alter column root set not null,
  alter column inputs set not null,
  alter column raise_from drop default,
  alter column version drop default,
  add unique (root, version);

-- A failed payout keeps the transaction that can never be mined.
alter table utxo.payouts
  drop constraint payouts_check,
  add constraint payouts_txid_check
    check (case state when 'ordered' then txid is null when 'failed' then true else txid is not null end);
