-- The number of a transfer that an operator names is compared as the code folds it: what a database takes for small letters is its
-- collation's to say, and with "C" it leaves Cyrillic ones as they are. The column is written by the code from here on.
alter table deposits add column reference_key text;
update deposits set reference_key = lower(regexp_replace(reference, '\s', '', 'g')) where rail = 'operator';
create index deposits_by_reference_key on deposits (payment_system_code, reference_key) where rail = 'operator';
drop index deposits_by_operator_reference;
