-- What the office keeps in mind about a customer, under his mailbox as it is told from others (aliases folded); never changed, only added to
create table customer_notes (
  id uuid primary key,
  mailbox text not null,
  note text not null,
  -- Who may read it: everybody of the office, or compliance alone
  audience text not null check (audience in ('office', 'compliance')),
  author_id uuid not null references users (id),
  -- The order it was written on
  order_id text not null references orders (id),
  at timestamptz not null
);
create index customer_notes_mailbox on customer_notes (mailbox, at desc);
create trigger customer_notes_append_only before update or delete or truncate on customer_notes
  for each statement execute function refuse_change();
