-- Which card or account an order was given: its requisite may be changed or taken out of the pool while it may still be paid
alter table pool_reservations add column fingerprint bytea;
update pool_reservations v set fingerprint = r.fingerprint from pool_requisites r where r.id = v.requisite_id and v.state = 'held';
