-- One quote makes one order: the signature of each that did, until it could bind nobody any more.
create table spent_quotes (
  signature text primary key,
  spent_at timestamptz not null
);
create index spent_quotes_spent_at on spent_quotes (spent_at);
