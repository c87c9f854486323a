-- Ended orders of a period with their states, without reading the orders; takes the place of orders_ended (0611)
create index concurrently if not exists orders_ended_status on orders (status_changed_at, id) include (status)
  where status in ('completed', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected');
