-- Which currencies are exchanged nowhere ('all') or not in a country (domain 9, "Countries").
create table country_rules (
  country text primary key check (country ~ '^([A-Z]{2}|all)$'),
  currencies text[] not null check (cardinality(currencies) > 0)
);
-- How often they were changed: what clients know their copy by.
create table country_rules_version (
  id boolean primary key default true check (id),
  version bigint not null
);
insert into country_rules_version (version) values (1);
