-- What people were called for by an alarm that has one subject for many causes (a lane's late items): a new cause calls again, a known one does not
create table incident_causes (
  kind text not null,
  subject text not null,
  cause text not null,
  called_at timestamptz not null,
  primary key (kind, subject, cause)
);
-- A withdrawal's alarm has one cause, itself: people were called for it already
insert into incident_causes (kind, subject, cause, called_at)
select distinct on (subject) kind, subject, subject, first_at from incidents
where kind = 'withdrawal_late' and cause_over_at is null order by subject, first_at desc;
