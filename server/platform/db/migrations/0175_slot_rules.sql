-- "Keep so many slots of this amount open from the free reserve" (domain 4). One rule for each direction and amount.
create table slot_rules (
  income_code text not null,
  outcome_code text not null,
  -- Minor units of the outcome
  outcome_amount numeric not null check (outcome_amount > 0),
  count int not null check (count between 1 and 20),
  premium_ppm int not null check (premium_ppm between 0 and 100000),
  eta_minutes int not null check (eta_minutes between 1 and 1440),
  enabled boolean not null,
  primary key (income_code, outcome_code, outcome_amount),
  foreign key (income_code, outcome_code) references directions (income_code, outcome_code)
);

-- The rule that a slot was opened by; null: by hand
alter table slots add column rule_key text;
create index slots_of_rules on slots (rule_key, state) where rule_key is not null;
