-- A payout failed because of where it was sent: its customer is asked for another destination by a link that works once (domain 5)
create table destination_requests (
  id uuid primary key,
  order_id text not null references orders (id),
  -- Null: the product itself, at the word of whoever could not pay
  asked_by uuid references users (id),
  note text not null,
  -- Where the link went; with the order's address changed it opens nothing
  recipient text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used: what he named waits in a proposal for a person
  given_at timestamptz,
  approval_id uuid references approvals (id),
  -- A newer request has taken its place
  closed_at timestamptz,
  check ((given_at is null) = (approval_id is null)),
  check (given_at is null or closed_at is null)
);
create unique index destination_requests_open on destination_requests (order_id) where given_at is null and closed_at is null;
create index destination_requests_order on destination_requests (order_id, asked_at);
