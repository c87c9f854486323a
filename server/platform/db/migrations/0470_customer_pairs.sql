-- What an operator says of two customers (quality R16): one person, or not connected. A word that was taken back stays, with who took it back
create table customer_pairs (
  id uuid primary key,
  first_id text not null references customers (id),
  second_id text not null references customers (id),
  verdict text not null check (verdict in ('same_person', 'unrelated')),
  note text not null,
  said_by uuid not null references users (id),
  said_at timestamptz not null,
  ended_by uuid references users (id),
  ended_at timestamptz,
  check (first_id < second_id),
  check ((ended_by is null) = (ended_at is null))
);
create unique index customer_pairs_in_force on customer_pairs (first_id, second_id) where ended_at is null;
create index customer_pairs_second on customer_pairs (second_id);
