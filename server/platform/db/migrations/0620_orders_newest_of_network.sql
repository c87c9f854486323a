-- The newest orders of a network are compared on a customer's card; takes the place of orders_ip (0621)
create index concurrently if not exists orders_network on orders (ip, created_at desc);
