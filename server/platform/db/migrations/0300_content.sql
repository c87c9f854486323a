-- Where texts stand. 1, 2 and 3 are promises: pages, news, questions and answers; all others stand below one of them
create table content_categories (
  id integer primary key,
  kind text not null check (kind in ('news', 'faq', 'page')),
  parent_id integer references content_categories (id),
  name_ru text not null,
  name_en text not null,
  slug text not null unique,
  sort integer not null default 0,
  version integer not null default 1,
  check ((parent_id is null) = (id in (1, 2, 3)))
);
create sequence content_category_ids start with 101;
insert into content_categories (id, kind, parent_id, name_ru, name_en, slug, sort) values
  (1, 'page', null, 'Страницы', 'Pages', 'pages', 1),
  (2, 'news', null, 'Новости', 'News', 'news', 2),
  (3, 'faq', null, 'Вопросы и ответы', 'Questions and answers', 'faq', 3);

-- A text with the draft that is being worked on; what readers see is a version and a publication
create table content_items (
  id uuid primary key,
  kind text not null check (kind in ('news', 'faq', 'page')),
  category_id integer not null references content_categories (id),
  sort integer not null default 0,
  -- {ru, en}: each a text or null
  draft jsonb not null,
  -- Counts every saving: who saves, sends to review or publishes names the one he has seen
  revision integer not null default 1,
  draft_by uuid references users (id),
  draft_at timestamptz not null,
  -- The revision that somebody asked to be looked at; a later one is not in review
  review_revision integer,
  review_by uuid references users (id),
  review_note text,
  -- The date that readers are told; of the first publication
  published_at timestamptz,
  created_by uuid references users (id),
  created_at timestamptz not null
);
create index content_items_by_category on content_items (category_id);
create index content_items_by_draft on content_items (draft_at desc, id);

-- What a text was, whole, each time it was sent to review, published or gone back to
create table content_versions (
  item_id uuid not null references content_items (id),
  number integer not null,
  revision integer not null,
  category_id integer not null,
  texts jsonb not null,
  made_by uuid references users (id),
  made_at timestamptz not null,
  note text not null default '',
  primary key (item_id, number)
);
create trigger content_versions_append_only before update or delete or truncate on content_versions for each statement execute function refuse_change();

-- From when on readers see which version; null: none from then on. What is called off before it has begun is not there
create table content_publications (
  sequence bigint generated always as identity primary key,
  item_id uuid not null references content_items (id),
  version integer,
  begins_at timestamptz not null,
  made_by uuid references users (id),
  made_at timestamptz not null,
  called_off_at timestamptz,
  called_off_by uuid references users (id),
  foreign key (item_id, version) references content_versions (item_id, number)
);
create index content_publications_by_item on content_publications (item_id, begins_at);

-- Every address that a text has ever been published at: it leads to that text for good
create table content_addresses (
  form text not null check (form in ('slug', 'seolink')),
  locale text not null check (locale in ('ru', 'en')),
  address text not null,
  item_id uuid not null references content_items (id),
  since timestamptz not null,
  primary key (form, locale, address)
);
create index content_addresses_by_item on content_addresses (item_id);

-- Pictures of texts, as we have drawn them; the id cannot be guessed
create table content_images (
  id uuid primary key,
  width integer not null check (width between 1 and 2400),
  height integer not null check (height between 1 and 2400),
  made_by uuid references users (id),
  made_at timestamptz not null
);

-- Counts every change of what readers see, so that processes read it again only then
create table content_state (
  is_one boolean primary key default true check (is_one),
  revision bigint not null
);
insert into content_state (revision) values (1);
