-- What goes to a new wallet is held for a day (R33): confirmed, and its dollars still promised of the purse
alter table withdrawals
  add column held_until timestamptz,
  -- Kept from leaving by a person until he lets it go
  add column is_stopped boolean not null default false,
  -- By when it is to be with its customer
  add column promised_at timestamptz,
  -- Keyed hash of the destination, as `orders` has it: since when a wallet is known. Null: asked for before there was one
  add column outcome_fingerprint bytea;
create index withdrawals_held on withdrawals (held_until) where held_until is not null;
create index withdrawals_destination on withdrawals (user_id, outcome_fingerprint);
-- What is open now was promised a day from when it was confirmed
update withdrawals set promised_at = status_changed_at + interval '1 day' where status in ('payout_pending', 'payout_sent', 'payout_failed');
create index withdrawals_promised on withdrawals (promised_at) where status in ('payout_pending', 'payout_sent', 'payout_failed');
create index withdrawals_newest on withdrawals (created_at desc, id);
