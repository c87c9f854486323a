-- What a person has to look at and nobody may overlook (domain 11, "Alarms"). One open row per kind and subject: raising again counts up.
create table incidents (
  id uuid primary key,
  -- A word of core/incident.ts; the list grows without a migration
  kind text not null,
  subject text not null,
  detail jsonb not null default '{}',
  times int not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references users (id),
  note text,
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (note is null))
);
create unique index incidents_one_open on incidents (kind, subject) where closed_at is null;
create index incidents_last_at on incidents (last_at desc);
-- Since when nobody can tell what became of an attempt; null while somebody can.
alter table payouts add column unknown_since timestamptz;
update payouts set unknown_since = claimed_at where state = 'unknown';
