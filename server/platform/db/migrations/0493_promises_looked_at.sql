-- When an order's promise is looked at next, so that those whose promise has not passed keep no other from its turn; and the last word,
-- once every promise has passed, has no new promise
alter table missed_promises
  alter column missed_at drop not null,
  alter column promised_at drop not null,
  add column next_look_at timestamptz not null default '-infinity';
create index missed_promises_next on missed_promises (next_look_at);
