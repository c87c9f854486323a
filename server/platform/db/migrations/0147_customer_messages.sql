-- What the office has written to a customer about his order: in its own words, his link once more, or that his address was corrected
create table customer_messages (
  id uuid primary key,
  order_id text not null references orders (id),
  kind text not null check (kind in ('message', 'link', 'address_changed')),
  -- Plain text; null where the letter has words of its own
  body text,
  -- Where it goes, also when the order's address changes later
  recipient text not null,
  author_id uuid not null references users (id),
  at timestamptz not null,
  check ((kind = 'message') = (body is not null))
);
create index customer_messages_order on customer_messages (order_id, at);
create trigger customer_messages_append_only before update or delete or truncate on customer_messages
  for each statement execute function refuse_change();
