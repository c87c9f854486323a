-- How many followed somebody's link, by day of Moscow and by what the link said of its place; nothing of who they were
create table referral_clicks (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  source text not null,
  clicks bigint not null,
  -- Browsers, as far as a process could tell them
  visitors bigint not null,
  primary key (user_id, day, source)
);
