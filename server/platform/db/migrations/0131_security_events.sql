-- What happened at the door: sign-ins, those that failed, factors that came and went. Unknown addresses leave a line too, so that
-- a known one takes no longer to be refused (quality R29); a person's own lines carry his id.
create table security_events (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  at timestamptz not null,
  -- A word of core/security-event.ts
  topic text not null,
  ip text,
  device text
);
create index security_events_user on security_events (user_id, at desc, id) where user_id is not null;
create index security_events_at on security_events (at);

-- Browsers that a person has signed in with, known by a cookie of their own.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
