-- Who works on what, and until when: orders today, whatever an operator takes in hand later.
create table leases (
  subject_kind text not null,
  subject_id text not null,
  operator_id uuid not null references users (id),
  until timestamptz not null,
  primary key (subject_kind, subject_id)
);
insert into leases (subject_kind, subject_id, operator_id, until)
select 'order', id, lease_operator, lease_until from orders where lease_operator is not null and lease_until is not null;
alter table orders drop column lease_operator, drop column lease_until;
