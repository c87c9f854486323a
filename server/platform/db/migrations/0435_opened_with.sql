-- What an account was opened with: the id of a sign-in provider; null is a password. Where somebody else's address was named, the
-- letter to that address says it, and the proof of the address ends what the provider has opened.
alter table users add column opened_with text;
update users u set opened_with = i.provider
from (select distinct on (user_id) user_id, provider from user_identities order by user_id, linked_at) i
where i.user_id = u.id and u.email_verified_at is null and u.password_hash is null;

-- Whether a session began with the account's password
alter table sessions add column by_password boolean not null default false;
