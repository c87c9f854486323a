-- What is switched off (domain 11): new orders of the shop, a direction, a half of a system or rail, payouts. A row ends by its
-- end time or by a person; none is ever deleted, so that the day can be told afterwards.
create table switches (
  id uuid primary key,
  -- Words of core/switches.ts; the lists grow without a migration
  kind text not null,
  subject text,
  side text not null check (side in ('receive', 'pay', 'both')),
  reason text not null,
  text_ru text,
  text_en text,
  from_at timestamptz not null,
  until_at timestamptz,
  -- Null: the product itself, before there was anybody
  made_by uuid references users (id),
  made_at timestamptz not null,
  lifted_by uuid references users (id),
  lifted_at timestamptz,
  check (until_at is null or until_at > from_at),
  check ((text_ru is null) = (text_en is null)),
  check ((lifted_by is null) = (lifted_at is null))
);
create index switches_standing on switches (from_at) where lifted_at is null;
