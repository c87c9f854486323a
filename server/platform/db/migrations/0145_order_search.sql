-- What orders are found by (docs/decisions 0035): numbers of terms, those of requisites and names keyed, so that the table tells nothing
-- without the secret. A row is written with its order; more rows follow with what becomes known of it later.
create table order_search (
  order_id text not null,
  -- When the order was made: what is found is shown newest first
  at timestamptz not null,
  terms bigint[] not null
);
-- What waits to be merged is read by every search: little of it
create index order_search_terms on order_search using gin (terms) with (gin_pending_list_limit = 512);
create index order_search_newest on order_search (at desc);
create index order_search_order on order_search (order_id);
alter table order_search alter column terms set statistics 300;

-- How far the orders of before have been taken in; begun anew when the key changes that the terms are made with.
create table order_search_progress (
  id boolean primary key default true check (id),
  key_mark bytea not null,
  -- Everything younger than this has its row
  before_at timestamptz not null,
  before_id text not null,
  taken bigint not null default 0,
  done_at timestamptz
);

-- Payments and payouts are found by their own columns, by how they begin
create index deposits_external on deposits (lower(external_id) text_pattern_ops);
create index deposits_reference on deposits (lower(reference) text_pattern_ops);
create index deposits_tx on deposits (lower(tx_hash) text_pattern_ops) where tx_hash is not null;
create index payouts_external on payouts (lower(external_id) text_pattern_ops) where external_id is not null;
create index payouts_tx on payouts (lower(tx_hash) text_pattern_ops) where tx_hash is not null;
