-- One-time codes by which an order is opened on another device of whoever has it open (decision 0059). Of the token nothing but its hash;
-- a code that was used stays, as a line of its order's history, one that was not is thrown away
create table order_handovers (
  id text primary key,
  order_id text not null references orders (id),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz
);
create index order_handovers_by_order on order_handovers (order_id);
create index order_handovers_unused on order_handovers (expires_at) where opened_at is null;
