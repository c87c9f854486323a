-- Unpaid orders are counted by address and by network, which is a prefix of it, before each new order.
create index orders_unpaid_network on orders (ip text_pattern_ops) where hold_id is not null and received_amount = 0;
drop index orders_unpaid_ip;
