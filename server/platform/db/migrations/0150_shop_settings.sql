-- What an owner says of his shop, by section; parsed by the schemas of the contract whenever it is read.
create table shop_settings (
  section text primary key,
  value jsonb not null,
  version int not null,
  changed_at timestamptz not null,
  changed_by uuid references users (id)
);
