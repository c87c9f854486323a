-- What a price was made of, packed (deflated JSON), and what the next set must know of symbols that have none
alter table rate_snapshots add column evidence bytea, add column memory jsonb not null default '{}';

-- Who asks the sources and publishes: one process, until it falls silent
create table market_lease (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);

-- How each source is, as the process that asks it last said
create table rate_source_states (
  name text primary key,
  kind text not null check (kind in ('market', 'reference')),
  -- Who chose it: environment variables win over the office
  chosen_by text not null check (chosen_by in ('environment', 'office')),
  every_ms int not null,
  max_age_ms bigint not null,
  asked_at timestamptz,
  answered_at timestamptz,
  failures int not null default 0,
  last_error text,
  last_error_at timestamptz,
  quotes int not null default 0,
  -- Share of its words of the last hours that were believed, parts per million; null: it has said nothing
  used_ppm int
);

-- Sources chosen in the office: at most one row
create table rate_source_choice (
  is_only boolean primary key default true check (is_only),
  names text[] not null,
  urls jsonb not null,
  version int not null,
  chosen_by uuid references users (id),
  chosen_at timestamptz not null
);

-- What differs from the defaults of core/pricing/symbol-rules.ts, by symbol
create table symbol_rules (
  symbol text primary key,
  rule jsonb not null
);

-- Prices set by hand until their end: units of quote for one of base, one of which is the symbol
create table fixed_prices (
  symbol text primary key,
  base text not null,
  quote text not null check (quote <> base),
  price numeric not null check (price > 0),
  until timestamptz not null,
  check (symbol in (base, quote))
);

-- An owner's word that a new level is right
create table price_confirmations (
  symbol text primary key,
  -- num/den
  usd text not null,
  confirmed_by uuid not null references users (id),
  confirmed_at timestamptz not null
);

-- What heals by itself is closed by nobody
alter table incidents drop constraint incidents_check,
  add check ((closed_at is null) = (note is null)),
  add check (closed_by is null or closed_at is not null);
