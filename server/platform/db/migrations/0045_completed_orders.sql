-- How long exchanges take is told from the newest completed orders
create index orders_completed on orders (created_at desc) where status = 'completed';
