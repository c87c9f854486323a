-- Letters that an owner sends himself to see whether letters arrive; what became of each is told by the letter of the same subject.
create table mail_checks (
  id uuid primary key,
  recipient text not null,
  locale text not null check (locale in ('ru', 'en')),
  asked_by uuid not null references users (id),
  asked_at timestamptz not null
);
create index mail_checks_asked on mail_checks (asked_at desc);
