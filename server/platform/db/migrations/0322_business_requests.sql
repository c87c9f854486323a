-- Merchants who want to take payments (domain 9, "Online payments request"): a lead, not a payment. The file lies in the row, as
-- ciphertext under a key of its own: no file outlives its request, and none is there without one.
create table business_requests (
  id uuid primary key,
  email text not null,
  mailbox text not null,
  locale text not null check (locale in ('ru', 'en')),
  user_id uuid references users (id) on delete cascade,
  url text not null,
  monthly_turnover text not null,
  business_area text,
  comment text,
  file_type text check (file_type in ('application/pdf', 'image/jpeg')),
  file bytea,
  file_secret_sealed bytea,
  -- Words of core/business-request.ts
  state text not null,
  -- Counts up with every deed: who acts has to have seen the last one
  version int not null default 1,
  asked_at timestamptz not null,
  changed_at timestamptz not null,
  assigned_to uuid references users (id),
  -- Why, as its merchant is told
  reason text,
  -- For people of the office alone
  note text,
  check ((file is null) = (file_type is null) and (file is null) = (file_secret_sealed is null))
);
create index business_requests_asked on business_requests (asked_at desc, id);
create index business_requests_mailbox on business_requests (mailbox, asked_at);
create index business_requests_user on business_requests (user_id) where user_id is not null;
