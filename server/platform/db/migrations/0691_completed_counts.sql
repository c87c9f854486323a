-- An order that was completed while it got its customer was not counted as completed: each of the two transactions read before the other
-- one was committed. The second now waits for the first. All orders of a transaction are locked before its customers (0590).
create function lock_customers_order() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for share;
  return null;
end $$;
create trigger customer_orders_locked after insert on customer_orders for each row execute function lock_customers_order();
