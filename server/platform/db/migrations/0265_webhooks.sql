-- Where a partner's servers are told of his orders. The secret is needed whole to sign: sealed, never shown again
create table webhook_endpoints (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  mode text not null check (mode in ('live', 'sandbox')),
  url text not null,
  -- What is told; none: everything
  topics text[] not null,
  secret_sealed bytea not null,
  -- The secret before the last rotation, while it still signs
  former_secret_sealed bytea,
  former_until timestamptz,
  paused_by text check (paused_by in ('owner', 'failing', 'gone', 'office')),
  paused_at timestamptz,
  paused_reason text,
  -- Since when nothing was taken; null: the last attempt was, or there was none
  failing_since timestamptz,
  last_taken_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  check ((paused_by is null) = (paused_at is null)),
  check ((former_secret_sealed is null) = (former_until is null))
);
create index webhook_endpoints_by_user on webhook_endpoints (user_id, created_at);

-- What happened, as it is told: the outbox. Written in the transaction of the order's move
create table webhook_events (
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Null: a try that somebody asked for
  order_id text references orders (id),
  sequence integer not null,
  topic text not null,
  body text not null,
  created_at timestamptz not null,
  unique (order_id, sequence)
);
create index webhook_events_by_time on webhook_events (created_at);
create index webhook_events_by_user on webhook_events (user_id);

-- One line for each order at each endpoint: events go through it one after the other. Who has claimed it sends, until the claim ends
create table webhook_lines (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  line text not null,
  -- When the first of those that wait is due; where nothing waits there is no line
  next_at timestamptz not null,
  claimed_until timestamptz not null default 'epoch',
  primary key (endpoint_id, line)
);
create index webhook_lines_due on webhook_lines (next_at);

create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  event_id text not null references webhook_events (id) on delete cascade,
  line text not null,
  sequence integer not null,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  -- Since the last replay, if there was one
  attempts integer not null default 0,
  -- Until when it is tried
  ends_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  replayed_at timestamptz,
  -- Of the last attempt; all of them are in webhook_attempts
  last_at timestamptz,
  last_status integer,
  last_error text,
  last_ms integer,
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, line, sequence, id) where state = 'pending';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_failed on webhook_deliveries (created_at desc, id) where state = 'failed';
create index webhook_deliveries_ending on webhook_deliveries (ends_at) where state = 'pending';
create index webhook_deliveries_by_event on webhook_deliveries (event_id);

-- Every attempt: when, how long, what came back (its beginning alone)
create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  status integer,
  error text,
  ms integer not null,
  answer text not null,
  primary key (delivery_id, number)
);
