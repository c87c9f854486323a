-- Replaced by orders_network (0620)
drop index if exists orders_ip;
