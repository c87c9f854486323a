-- What moved prices beside the market when a set of prices was taken: {time, reserves, network_fees, places}; quotes of a set are made by
-- it in every process. Absent members: nothing of that kind.
alter table rate_snapshots add column conditions jsonb not null default '{}' check (jsonb_typeof(conditions) = 'object');
