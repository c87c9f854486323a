-- What part of the market's rate our own was, from a moment on: with the candles of its two symbols that tells what a direction cost.
-- A row is written where it has changed by more than eyes see. Null: nothing could be ordered from then on.
create table direction_ratios (
  income_code text not null,
  outcome_code text not null,
  at timestamptz not null,
  ratio_ppm int check (ratio_ppm > 0),
  -- Invented for the past of a demonstration
  is_demo boolean not null,
  primary key (income_code, outcome_code, at),
  foreign key (income_code, outcome_code) references directions (income_code, outcome_code) on delete cascade
);
create index direction_ratios_at on direction_ratios (at);
