-- Whether an unpaid order came from an address is asked before each new order.
create index orders_unpaid_ip on orders (ip) where hold_id is not null and received_amount = 0;
