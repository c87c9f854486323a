-- Kept and missed promises of a year are counted without reading the rows
create index concurrently if not exists order_results_promises on order_results (ended_at) include (promised_at) where outcome = 'completed';
