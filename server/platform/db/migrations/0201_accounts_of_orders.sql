-- An account made on an order's page: whoever holds the order's key sees its address masked, and so does his account, until he has
-- shown that he reads its mail.
alter table users add column is_email_masked boolean not null default false;
