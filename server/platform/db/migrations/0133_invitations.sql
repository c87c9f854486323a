-- Who was asked to work here. The link's secret is a MAC of the id and the version: nothing to be read from this table.
create table invitations (
  id uuid primary key,
  email text not null,
  role text not null,
  locale text not null,
  -- Counts up with every sending: a newer link ends the older one
  version int not null default 1,
  invited_by uuid not null references users (id),
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index invitations_open on invitations (lower(email)) where accepted_at is null and withdrawn_at is null;

create index audit_log_subject_id on audit_log (subject_id, at desc);
