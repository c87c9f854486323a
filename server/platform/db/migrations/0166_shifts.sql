-- A shift that was closed (domain 11): what was counted on each wallet beside what the ledger said at that moment. Never rewritten.
create table shifts (
  id uuid primary key,
  closed_at timestamptz not null,
  closed_by uuid not null references users (id),
  note text not null,
  -- Wallets that nobody counted
  uncounted int not null
);
create index shifts_closed_at on shifts (closed_at desc, id);
create trigger shifts_append_only before update or delete or truncate on shifts for each statement execute function refuse_change();

create table shift_lines (
  shift_id uuid not null references shifts (id),
  wallet text not null,
  payment_system text not null,
  currency text not null,
  -- Minor units, with their decimals as they were then
  scale int not null,
  ledger numeric not null,
  counted numeric not null check (counted >= 0),
  -- The correction that was proposed for a difference
  approval_id uuid,
  primary key (shift_id, wallet),
  check ((ledger = counted) = (approval_id is null))
);
create trigger shift_lines_append_only before update or delete or truncate on shift_lines for each statement execute function refuse_change();
