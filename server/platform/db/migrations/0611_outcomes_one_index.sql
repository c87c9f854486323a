-- Replaced by orders_ended_status (0610)
drop index if exists orders_ended;
