-- One transfer of the bank pays one payout: what was sent is found by the bank's name of it
create index payout_tasks_bank_reference on payout_tasks (payment_system_code, lower(bank_reference)) where state = 'sent';
