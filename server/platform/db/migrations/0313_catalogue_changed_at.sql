-- When terms were last changed, for whoever keeps a copy of a page about them. What was there before says nothing of itself: null.
alter table payment_systems add column changed_at timestamptz;
alter table directions add column changed_at timestamptz;
alter table payment_systems alter column changed_at set default now();
alter table directions alter column changed_at set default now();

create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger payment_systems_changed before update on payment_systems for each row when (old.* is distinct from new.*) execute function note_change();
create trigger directions_changed before update on directions for each row when (old.* is distinct from new.*) execute function note_change();
