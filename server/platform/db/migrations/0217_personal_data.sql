-- What a person asked to be given of his own data: a file of its own key, taken once
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  state text not null check (state in ('queued', 'ready', 'failed', 'taken', 'over')),
  -- Parts that are collected, of how many
  done int not null default 0,
  parts int not null,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null,
  file_key text,
  file_secret_sealed bytea,
  size int
);
create index data_exports_user on data_exports (user_id, requested_at desc);

-- Accounts that were deleted: what was destroyed, and when. Nothing here says whose it was
create table erasures (
  id uuid primary key,
  user_id uuid not null references users (id),
  requested_at timestamptz not null,
  -- Where the letter about it goes; forgotten once it has gone
  letter_to text,
  locale text not null,
  -- When the orders' own personal data go: at once, or when the law lets them
  orders_due_at timestamptz not null,
  account_done_at timestamptz,
  orders_done_at timestamptz,
  -- [{what, count}]
  report jsonb not null default '[]'
);
create unique index erasures_user on erasures (user_id);
create index erasures_due on erasures (orders_due_at) where orders_done_at is null;

-- What the office has written to and about a customer is never altered; it may be emptied when its customer has his data destroyed
create function refuse_change_but_emptying() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old) - array['recipient', 'body', 'mailbox', 'note'];
  after jsonb := to_jsonb(new) - array['recipient', 'body', 'mailbox', 'note'];
  kept text := coalesce(to_jsonb(new) ->> 'recipient', '') || coalesce(to_jsonb(new) ->> 'body', '')
    || coalesce(to_jsonb(new) ->> 'mailbox', '') || coalesce(to_jsonb(new) ->> 'note', '');
begin
  if before is distinct from after or kept <> '' then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
drop trigger customer_notes_append_only on customer_notes;
create trigger customer_notes_append_only before delete or truncate on customer_notes for each statement execute function refuse_change();
create trigger customer_notes_only_emptied before update on customer_notes for each row execute function refuse_change_but_emptying();
drop trigger customer_messages_append_only on customer_messages;
create trigger customer_messages_append_only before delete or truncate on customer_messages for each statement execute function refuse_change();
create trigger customer_messages_only_emptied before update on customer_messages for each row execute function refuse_change_but_emptying();
-- The application may change neither table; this is the one deed that is left to it
create function empty_customer_notes(of_orders text[], of_mailbox text) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  emptied int;
begin
  update customer_notes set mailbox = '', note = '' where (order_id = any(of_orders) or mailbox = of_mailbox) and mailbox <> '';
  get diagnostics emptied = row_count;
  return emptied;
end $$;
create function empty_customer_messages(of_orders text[]) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  emptied int;
begin
  update customer_messages set recipient = '', body = case when body is null then null else '' end where order_id = any(of_orders) and recipient <> '';
  get diagnostics emptied = row_count;
  return emptied;
end $$;
