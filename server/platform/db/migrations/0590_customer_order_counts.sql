-- Numbers of a customer's orders, kept where they change: the list of customers counted them for every row that it showed or skipped.
-- null: not counted yet (customers of earlier releases); a job counts those
alter table customers add column orders integer, add column completed integer;
alter table customers alter column orders set default 0, alter column completed set default 0;
create index customers_uncounted on customers (id) where orders is null;

create function count_customer_order() returns trigger language plpgsql as $$
begin
  update customers set orders = orders + 1,
    completed = completed + (select count(*) from orders where id = new.order_id and status = 'completed'),
    last_order_at = greatest(last_order_at, new.at)
  where id = new.customer_id;
  return null;
end $$;

create function count_completed_order() returns trigger language plpgsql as $$
begin
  update customers set completed = completed + 1 where id = (select customer_id from customer_orders where order_id = new.id);
  return null;
end $$;

-- At the commit: the customer is locked after all that its transactions share, and for a moment only (decision 0077)
drop trigger customer_orders_last on customer_orders;
drop function remember_last_order;
create constraint trigger customer_orders_counted after insert on customer_orders
  deferrable initially deferred for each row execute function count_customer_order();
create constraint trigger orders_completed_counted after update of status on orders
  deferrable initially deferred for each row when (new.status = 'completed' and old.status <> 'completed')
  execute function count_completed_order();
