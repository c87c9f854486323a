-- "Sealed" columns hold encrypted values; this is a time.
alter table ledger_seals rename column sealed_at to mailed_at;
