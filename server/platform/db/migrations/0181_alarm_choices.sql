-- Whether somebody who works here wants letters about alarms that do not matter so much; who has said nothing has what the shop says
create table alarm_choices (
  user_id uuid primary key references users (id) on delete cascade,
  by_mail boolean not null
);
