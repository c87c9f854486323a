-- A withdrawal to a new wallet was promised for the very moment at which its hold ends; it is paid within an hour of it
update withdrawals set promised_at = greatest(promised_at, held_until + interval '1 hour') where held_until is not null and status = 'payout_pending';
