-- Talk with support. A thread is of exactly one: an order, an account, a browser, a chat of a messenger. Who has its key reads all of it
create table chat_threads (
  id uuid primary key,
  order_id text unique references orders (id),
  user_id uuid unique references users (id) on delete cascade,
  -- Of the key by which a guest's browser is known, nothing but a hash
  guest_hash text unique,
  telegram_chat text unique,
  check (num_nonnulls(order_id, user_id, guest_hash, telegram_chat) = 1),
  state text not null check (state in ('waiting', 'answered', 'closed')),
  -- The language that its customer writes from: nothing is translated
  locale text not null check (locale in ('ru', 'en')),
  -- Where a guest wants to be answered, as he gave it: nobody has proven that it is his
  email text check (length(email) <= 254),
  -- Where the answers of somebody go who wrote last through the bot
  answer_to_telegram text,
  created_at timestamptz not null,
  last_at timestamptz not null,
  last_nr bigint not null default 0,
  unanswered_since timestamptz,
  -- When the promise ends, by the hours of support of that moment
  due_at timestamptz,
  check ((state = 'waiting') = (unanswered_since is not null)),
  check ((unanswered_since is null) = (due_at is null)),
  read_by_customer bigint not null default 0,
  read_by_office bigint not null default 0,
  assigned_to uuid references users (id),
  assigned_at timestamptz,
  check ((assigned_to is null) = (assigned_at is null)),
  -- Who is writing an answer right now
  typing_by uuid references users (id),
  typing_until timestamptz
);
create index chat_threads_waiting on chat_threads (unanswered_since, id) where state = 'waiting';
create index chat_threads_last on chat_threads (last_at desc, id);
create index chat_threads_assigned on chat_threads (assigned_to, last_at desc) where assigned_to is not null;

-- What was said, in its order. Rows are added; a word taken back stays here and is shown as taken back
create table chat_messages (
  nr bigint generated always as identity primary key,
  id uuid not null unique,
  thread_id uuid not null references chat_threads (id) on delete cascade,
  author text not null check (author in ('customer', 'operator', 'system')),
  operator_id uuid references users (id),
  check ((author = 'operator') = (operator_id is not null)),
  via text not null default 'site' check (via in ('site', 'telegram')),
  text text not null check (length(text) <= 4000),
  -- The order whose page the customer looked at
  about_order text references orders (id),
  -- What another program calls it, so that it comes once
  source_key text unique,
  at timestamptz not null,
  -- How long its customer had waited, in the hours of support; of the answer to the first word alone
  answered_after_seconds integer,
  withdrawn_at timestamptz,
  file_id uuid unique,
  file_key text,
  file_type text check (file_type in ('image/jpeg', 'application/pdf')),
  file_size integer,
  check (num_nonnulls(file_id, file_key, file_type, file_size) in (0, 4)),
  check (text <> '' or file_id is not null)
);
create index chat_messages_of_thread on chat_messages (thread_id, nr);
create index chat_messages_answers on chat_messages (at) where answered_after_seconds is not null;
create index chat_messages_files on chat_messages (file_key) where file_key is not null;

-- What operators say among themselves: a table of its own, so that none of it can be sent to anybody by a wrong mark
create table chat_notes (
  id uuid primary key,
  thread_id uuid not null references chat_threads (id) on delete cascade,
  author_id uuid not null references users (id),
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null
);
create index chat_notes_of_thread on chat_notes (thread_id, at);

-- Answers that are given often
create table canned_replies (
  id uuid primary key,
  title text not null check (length(title) between 1 and 80),
  text_ru text not null check (length(text_ru) between 1 and 2000),
  text_en text not null check (length(text_en) between 1 and 2000),
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by uuid references users (id),
  deleted_at timestamptz
);
