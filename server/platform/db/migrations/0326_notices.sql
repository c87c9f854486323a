-- Browsers that hear of an account, or of one order of a guest. Where a browser is reached and what seals for it, nobody reads here
create table push_subscriptions (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  order_id text references orders (id) on delete cascade,
  -- Of its address, which nobody guesses: the same browser is there once
  endpoint_hash bytea not null,
  subscription_sealed bytea not null,
  -- What its person calls it: the browser's own words, cut
  name text not null,
  locale text not null check (locale in ('ru', 'en')),
  added_at timestamptz not null,
  check ((user_id is null) <> (order_id is null))
);
create unique index push_subscriptions_person on push_subscriptions (endpoint_hash) where user_id is not null;
create unique index push_subscriptions_browser_order on push_subscriptions (endpoint_hash, order_id) where order_id is not null;
create index push_subscriptions_by_user on push_subscriptions (user_id) where user_id is not null;
create index push_subscriptions_by_order on push_subscriptions (order_id) where order_id is not null;

-- By which push services know that a message is this shop's: made once, for good
create table push_keys (
  id integer primary key check (id = 1),
  public_key text not null,
  private_sealed bytea not null,
  made_at timestamptz not null
);

-- Every place beside the mail where somebody is told
create view notice_places as
  select 'telegram'::text as channel, id as place_id, user_id, order_id from telegram_links where ended_at is null
  union all
  select 'push', id, user_id, order_id from push_subscriptions;

-- What is to be told at a place: of every kind and subject only the newest. What was told stays for a day, to count
create table channel_notices (
  id uuid primary key,
  kind text not null,
  subject text not null,
  channel text not null check (channel in ('telegram', 'push')),
  place_id uuid not null,
  version integer not null,
  topic text not null,
  is_paid boolean not null,
  changed_at timestamptz not null,
  due_at timestamptz not null,
  claimed_until timestamptz not null default 'epoch',
  attempts integer not null default 0,
  told_at timestamptz,
  unique (kind, subject, channel, place_id)
);
create index channel_notices_due on channel_notices (due_at) where told_at is null;
create index channel_notices_told on channel_notices (place_id, told_at) where told_at is not null;
create index channel_notices_told_at on channel_notices (told_at) where told_at is not null;

-- What an account does not want in which channel; what is not here is told
create table notice_choices (
  user_id uuid not null references users (id) on delete cascade,
  channel text not null,
  event text not null,
  off_at timestamptz not null,
  primary key (user_id, channel, event)
);

-- When somebody is left in peace, in his own zone: minutes of the day
create table quiet_hours (
  user_id uuid primary key references users (id) on delete cascade,
  from_minute integer not null check (from_minute between 0 and 1439),
  to_minute integer not null check (to_minute between 0 and 1439),
  zone text not null,
  check (from_minute <> to_minute)
);
