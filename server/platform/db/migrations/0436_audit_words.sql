-- What staff have written about people, apart from the chained rows of the audit log: a row holds the digest of its words, they stand
-- here under a key of what the row is about (an order, a person). An erasure destroys the key and the words; the chain stays as it is.
create table audit_keys (
  subject_type text not null,
  subject_id text not null,
  key_sealed bytea not null,
  primary key (subject_type, subject_id)
);
create table audit_words (
  audit_id uuid primary key,
  subject_type text not null,
  subject_id text not null,
  words bytea not null
);
create index audit_words_subject on audit_words (subject_type, subject_id);

-- Notes in the history of orders and withdrawals are never altered; they are emptied when their customer has the data destroyed
drop trigger order_events_append_only on order_events;
create trigger order_events_append_only before delete or truncate on order_events for each statement execute function refuse_change();
create trigger order_events_only_emptied before update on order_events for each row execute function refuse_change_but_emptying();
drop trigger withdrawal_events_append_only on withdrawal_events;
create trigger withdrawal_events_append_only before delete or truncate on withdrawal_events for each statement execute function refuse_change();
create trigger withdrawal_events_only_emptied before update on withdrawal_events for each row execute function refuse_change_but_emptying();
create function empty_event_notes(of_orders text[], of_withdrawals text[]) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  orders_emptied int;
  withdrawals_emptied int;
begin
  update order_events set note = '' where order_id = any(of_orders) and note <> '';
  get diagnostics orders_emptied = row_count;
  update withdrawal_events set note = '' where withdrawal_id = any(of_withdrawals) and note <> '';
  get diagnostics withdrawals_emptied = row_count;
  return orders_emptied + withdrawals_emptied;
end $$;
