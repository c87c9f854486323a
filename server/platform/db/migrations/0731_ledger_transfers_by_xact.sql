-- Transfers without a link, in the order in which they are linked (0730).
create index concurrently if not exists ledger_transfers_xact on ledger_transfers (xact, id);
