-- What an operator says about money is an observation beside the rails' reports: an amount and a reference, with his words.
-- What of all of it counts is decided in one place (`core/order/money-seen.ts`); `posted_amount` is how much of a row the ledger carries.
alter table deposits
  add column posted_amount numeric not null default 0 check (posted_amount >= 0),
  add column was_final boolean not null default false,
  add column beyond_rail boolean not null default false,
  add column note text,
  add column recorded_by uuid references users (id),
  add column recorded_at timestamptz;
update deposits set was_final = (state = 'final'), recorded_at = first_seen_at,
  posted_amount = case when posted_at is not null and state in ('seen', 'final') then amount - covered_amount else 0 end;
alter table deposits alter column recorded_at set not null, drop column covered_amount;
