-- Unpaid orders of an address and a network are counted before each new order; those that wait for a person also after they have lost their hold
create index orders_open_unpaid on orders (ip text_pattern_ops)
  where received_amount = 0 and (hold_id is not null or status in ('payment_claimed', 'moderation'));
drop index orders_unpaid_network;
