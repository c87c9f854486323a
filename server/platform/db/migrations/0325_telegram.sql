-- The shop's bot in Telegram: how far its updates are handled, and which process asks for them
create table telegram_bots (
  bot_id text primary key,
  -- By which people find it; null: it has not answered yet
  username text,
  seen_at timestamptz,
  -- What the next call asks from on, kept in the transaction of what was handled
  next_update bigint,
  last_update_at timestamptz,
  leased_by uuid,
  leased_until timestamptz not null default 'epoch'
);

-- Updates that were handled: whatever is asked or told twice is done once
create table telegram_updates (
  bot_id text not null,
  update_id bigint not null,
  handled_at timestamptz not null,
  -- What could not be handled by several tries and was left
  has_failed boolean not null default false,
  primary key (bot_id, update_id)
);
create index telegram_updates_by_time on telegram_updates (handled_at);

-- Which chat hears of whom: of an account, or of one order of a guest
create table telegram_links (
  id uuid primary key,
  chat_id text not null,
  user_id uuid references users (id) on delete cascade,
  order_id text references orders (id) on delete cascade,
  locale text not null check (locale in ('ru', 'en')),
  linked_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('page', 'chat', 'blocked', 'replaced')),
  check ((user_id is null) <> (order_id is null)),
  check ((ended_at is null) = (ended_by is null))
);
-- A chat speaks for one person at most
create unique index telegram_links_person on telegram_links (chat_id) where user_id is not null and ended_at is null;
create unique index telegram_links_chat_order on telegram_links (chat_id, order_id) where order_id is not null and ended_at is null;
create index telegram_links_by_user on telegram_links (user_id) where user_id is not null;
create index telegram_links_by_order on telegram_links (order_id) where order_id is not null;

-- What a deep link to the bot opens, once; only the hash of it is here
create table telegram_tokens (
  hash bytea primary key,
  user_id uuid references users (id) on delete cascade,
  order_id text references orders (id) on delete cascade,
  locale text not null check (locale in ('ru', 'en')),
  expires_at timestamptz not null,
  check ((user_id is null) <> (order_id is null))
);
create index telegram_tokens_by_user on telegram_tokens (user_id);
create index telegram_tokens_by_order on telegram_tokens (order_id);
create index telegram_tokens_expired on telegram_tokens (expires_at);

-- What the bot is to say: written in the transaction of its cause, said in order for each chat
create table telegram_messages (
  id uuid primary key,
  number bigint generated always as identity,
  chat_id text not null,
  body text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  problem text
);
create index telegram_messages_due on telegram_messages (due_at) where sent_at is null;
create index telegram_messages_of_chat on telegram_messages (chat_id, number) where sent_at is null;
create index telegram_messages_sent on telegram_messages (sent_at) where sent_at is not null;
