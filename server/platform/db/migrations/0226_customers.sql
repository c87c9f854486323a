-- Who the shop's customers are, guests too: one by the mailbox of his orders, aliases folded (`core/requisites/fold-email.ts`). Limits of his
-- own in whole dollars, above which a person looks at what is paid out to him; null: the shop's own rules alone.
create table customers (
  id text primary key,
  mailbox text not null unique,
  order_limit_usd integer check (order_limit_usd > 0),
  day_limit_usd integer check (day_limit_usd > 0),
  month_limit_usd integer check (month_limit_usd > 0),
  -- Of its limits: two who change them at once are told
  version integer not null default 0,
  made_at timestamptz not null
);
-- Each order's customer, and the hash of the browser's own key where there was one
create table customer_orders (
  order_id text primary key references orders (id),
  customer_id text not null references customers (id),
  device text,
  at timestamptz not null
);
create index customer_orders_customer on customer_orders (customer_id, at desc);
create index customer_orders_device on customer_orders (device) where device is not null;
create index customers_newest on customers (made_at desc, id);
create index orders_ip on orders (ip);
-- Whose account it is: his orders under whatever e-mail are this customer's
create table customer_users (
  user_id uuid primary key references users (id) on delete cascade,
  customer_id text not null references customers (id)
);
create index customer_users_customer on customer_users (customer_id);
