-- What people call a payment system, for the search: names of the trade, in any language.
alter table payment_systems add column aliases text[] not null default '{}';
