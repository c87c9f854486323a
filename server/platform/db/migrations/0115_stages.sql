-- A payment system is a draft until its rail has been tried, and is kept when it is no longer traded: orders name it for ever.
alter table payment_systems
  add column stage text not null default 'ready' check (stage in ('draft', 'ready', 'archived')),
  add check (stage = 'ready' or not (income_enabled or outcome_enabled));

-- What a rail said of a payment system when it was last tried; the settings it was tried with, because others were not.
create table rail_checks (
  code text not null,
  rail text not null,
  settings jsonb not null,
  problem text,
  checked_at timestamptz not null,
  checked_by uuid references users (id),
  primary key (code, rail, settings)
);
