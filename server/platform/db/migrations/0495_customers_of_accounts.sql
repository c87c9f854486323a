-- An account is the customer of its own address. Until now an account's first order could bind it to the mailbox typed in the order:
-- rows that have not been compared with the account's address are compared by a job (server/customers/mend-customers.ts). Null also in
-- rows of an earlier release beside this one
alter table customer_users add column checked_at timestamptz;
create index customer_users_unchecked on customer_users (user_id) where checked_at is null;
