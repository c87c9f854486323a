-- Since when the transaction of an executed payout is in no block: a reorganisation deeper than its confirmations took it out.
alter table utxo.payouts add column lost_at timestamptz;
alter table evm.payouts add column lost_at timestamptz;
