-- Words of letters and notices as the shop says them, in the place of those that come with the program; by key and language
create table text_overrides (
  key text not null,
  locale text not null check (locale in ('ru', 'en')),
  value text not null,
  primary key (key, locale)
);

-- What belongs together is saved together, over the version that was read. Every saving stays
create table text_versions (
  text_id text not null,
  version integer not null,
  -- What was said from then on: [{key, locale, value}], null: as delivered
  values jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid not null references users (id),
  primary key (text_id, version)
);

-- Letters that somebody of the office has sent himself to see them
create table text_tries (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  text_id text not null,
  locale text not null check (locale in ('ru', 'en')),
  values jsonb not null,
  asked_at timestamptz not null
);
create index text_tries_by_time on text_tries (asked_at);
create index text_tries_by_user on text_tries (user_id);
