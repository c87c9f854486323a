-- What a partner gets of what his orders bring, from a moment on: an order keeps what was in force at its birth
alter table partners drop column share_ppm;
create table partner_shares (
  id uuid primary key,
  user_id uuid not null references partners (user_id) on delete cascade,
  since timestamptz not null,
  share_ppm integer not null check (share_ppm between 0 and 1000000),
  set_by uuid not null references users (id),
  reason text not null,
  created_at timestamptz not null
);
create index partner_shares_in_force on partner_shares (user_id, since desc, created_at desc);
