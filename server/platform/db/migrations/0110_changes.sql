-- Everything that makes a price or opens a direction is changed by rows of these two (domain 10): one change of many things, with
-- what each was before and is after; dated, waiting for a second person, taken back.
create table changes (
  id uuid primary key,
  -- A word of core/changes/change.ts
  state text not null check (state in ('waiting', 'scheduled', 'applied', 'rolled_back', 'cancelled', 'refused')),
  note text not null,
  author_id uuid not null references users (id),
  created_at timestamptz not null,
  -- Null: at once, or as soon as the second person agrees
  apply_at timestamptz,
  applied_at timestamptz,
  -- When it was cancelled or refused, and by whom where a person did it
  ended_at timestamptz,
  ended_by uuid references users (id),
  rolls_back uuid references changes (id),
  approval_id uuid references approvals (id),
  approved_by uuid references users (id),
  -- [{position, guard, value}]: what asked for a second person
  guards jsonb not null default '[]',
  item_count int not null check (item_count > 0),
  -- SHA-256 of the items: what a second person has agreed to
  digest text not null,
  -- Why it could not be applied: [{code, entity, key, member}]
  problem jsonb,
  check ((applied_at is not null) = (state in ('applied', 'rolled_back'))),
  check ((ended_at is not null) = (state in ('cancelled', 'refused')))
);
create index changes_newest on changes (created_at desc, id);
create index changes_due on changes (apply_at) where state = 'scheduled';
create index changes_waiting on changes (approval_id) where state = 'waiting';
-- One change is taken back once
create unique index changes_rolls_back on changes (rolls_back) where state = 'applied';

create table change_items (
  change_id uuid not null references changes (id),
  position int not null,
  entity text not null,
  key text not null,
  before jsonb,
  after jsonb,
  primary key (change_id, position),
  check (before is not null or after is not null)
);
create index change_items_of on change_items (entity, key, change_id);
create trigger change_items_append_only before update or delete or truncate on change_items for each statement execute function refuse_change();
