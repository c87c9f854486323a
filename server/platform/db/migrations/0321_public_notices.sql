-- What all visitors are told (domain 9): one or none at a time, which the database itself holds. None is ever deleted: the list is the
-- history, every change of one stands in the audit log.
create table public_notices (
  id uuid primary key,
  kind text not null,
  text_ru text not null,
  text_en text not null,
  link text,
  from_at timestamptz not null,
  until_at timestamptz,
  dismissible boolean not null,
  -- Counts up with every change: who edits has to know the last one, and who has put it away sees the next
  revision int not null default 1,
  made_by uuid not null references users (id),
  made_at timestamptz not null,
  changed_by uuid not null references users (id),
  changed_at timestamptz not null,
  withdrawn_by uuid references users (id),
  withdrawn_at timestamptz,
  check (until_at is null or until_at > from_at),
  check ((withdrawn_by is null) = (withdrawn_at is null)),
  exclude using gist (tstzrange(from_at, until_at) with &&) where (withdrawn_at is null)
);
create index public_notices_made on public_notices (made_at desc, id);
