-- One quote makes one order, however its signature is written: it is known by the hash of what it says. Empty: taken by an earlier release
alter table spent_quotes add column quote_hash bytea unique;
