-- When the jobs last ran, for a watcher outside: one row.
create table jobs_report (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
