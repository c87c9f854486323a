-- What customers say of their exchanges (decision 0065): one review an order. Nothing here can hold an average: it is counted from the
-- rows that are published. Its author alone writes stars and words; people of the office decide whether it is shown, and answer.
create table reviews (
  id uuid primary key,
  order_id text not null unique references orders (id),
  rating int not null check (rating between 1 and 5),
  body text not null check (length(body) <= 2000),
  -- As its author wants to be called; null: a customer
  name text check (length(name) between 1 and 40),
  locale text not null check (locale in ('ru', 'en')),
  -- Words of core/review.ts
  state text not null check (state in ('pending', 'published', 'declined', 'withdrawn')),
  -- Counts up with every deed: who acts has to have seen the last one
  version int not null default 1,
  -- When its author last said it
  written_at timestamptz not null,
  changed_at timestamptz not null,
  -- Who of the office decided; null: nobody has, or nothing was to be read
  decided_by uuid references users (id),
  decided_at timestamptz,
  decline_reason text,
  -- What its author was told beside the reason
  decline_text text,
  check ((state = 'declined') = (decline_reason is not null)),
  check (state <> 'withdrawn' or (body = '' and name is null))
);
create index reviews_published on reviews (written_at desc, id) where state = 'published';
create index reviews_written on reviews (written_at, id);

-- What the shop answers, version by version: the last one is shown, an empty one is none
create table review_answers (
  review_id uuid not null references reviews (id),
  version int not null,
  body text not null check (length(body) <= 2000),
  author_id uuid not null references users (id),
  at timestamptz not null,
  primary key (review_id, version)
);

-- Whom a letter has invited: no mailbox is asked again and again. Swept when it is old
create table review_invitations (
  order_id text primary key references orders (id),
  mailbox text not null,
  at timestamptz not null
);
create index review_invitations_mailbox on review_invitations (mailbox, at);
