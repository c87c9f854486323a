-- What a partner was to be told of his order and could not be at that moment; told as soon as it can be, in its order
create table webhook_missed (
  seq bigint generated always as identity primary key,
  order_id text not null references orders (id) deferrable initially deferred,
  topic text not null
);
create index webhook_missed_by_order on webhook_missed (order_id, seq);
