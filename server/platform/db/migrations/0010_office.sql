-- Operators search by the beginning of an e-mail over all orders (quality G7); ids are found by the primary key.
create index orders_email on orders (lower(email) text_pattern_ops);
