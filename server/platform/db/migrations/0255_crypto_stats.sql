-- What the provider of crypto statistics told last, with its time: readers never wait for it, and a restart forgets nothing.
-- One row about the provider: who asks it now, how it is, how many calls of the day are spent.
create table crypto_stats_source (
  is_only boolean primary key default true check (is_only),
  -- Until then one process has it in hand
  claimed_until timestamptz,
  began_at timestamptz,
  asked_at timestamptz,
  answered_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  last_error text,
  last_error_at timestamptz,
  back_off_until timestamptz,
  calls_day date,
  calls integer not null default 0 check (calls >= 0),
  top_asked_at timestamptz,
  top_etag text,
  ours_asked_at timestamptz,
  ours_etag text
);
insert into crypto_stats_source default values;

create table crypto_stats_coins (
  symbol text primary key,
  coin_id text not null,
  name text not null,
  rank integer check (rank > 0),
  price_usd numeric not null check (price_usd > 0),
  change_1h numeric,
  change_24h numeric,
  change_7d numeric,
  market_cap_usd numeric,
  volume_24h_usd numeric,
  -- Prices of seven days at even distances, as decimal text
  week jsonb not null,
  as_of timestamptz not null,
  is_demo boolean not null
);

create table crypto_stats_charts (
  symbol text not null,
  period text not null check (period in ('day', 'week', 'month', 'year', 'all')),
  -- [[milliseconds, decimal text]], ascending
  points jsonb not null default '[]',
  as_of timestamptz,
  etag text,
  asked_at timestamptz,
  wanted_at timestamptz,
  is_demo boolean not null default false,
  primary key (symbol, period)
);
