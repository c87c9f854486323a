-- What a direction may say beyond its margin, fees and steps. Every default leaves prices, rules and the rate file as they were.
alter table directions
  drop constraint directions_margin_ppm_check,
  -- Below nothing by choice, within a bound; how far without a second person is the desk's guard band
  add constraint directions_margin_ppm_check check (margin_ppm between -100000 and 500000),
  add column margin_by_reserve jsonb not null default '[]' check (jsonb_typeof(margin_by_reserve) = 'array'),
  add column margin_by_hour jsonb not null default '[]' check (jsonb_typeof(margin_by_hour) = 'array'),
  add column monitor_rule jsonb,
  add column verification jsonb not null default '{"rule": "never"}' check (verification ->> 'rule' in ('never', 'always', 'above')),
  add column conditions jsonb,
  add column work_hours jsonb check (jsonb_typeof(work_hours) = 'array'),
  -- Only what differs from the plain is kept
  add column file_flags jsonb not null default '{}' check (jsonb_typeof(file_flags) = 'object');
