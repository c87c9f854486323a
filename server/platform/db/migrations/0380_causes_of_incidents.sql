-- Until when the cause of an incident stood, as far as anybody looked; null: it stands. What a person has closed is not raised again
-- meanwhile, whichever process looks. What was closed by nobody before this release was right again then.
alter table incidents add column cause_over_at timestamptz;
update incidents set cause_over_at = closed_at where closed_at is not null and closed_by is null;
create index incidents_cause on incidents (kind, subject) where cause_over_at is null;
