-- What a used token was given for: the same call, repeated, finds its own token and not a used one.
alter table captcha_proofs add column spent_for text;
-- A token that another service has looked at: it answers about each of them once.
create table captcha_looks (
  token_hash text primary key,
  expires_at timestamptz not null
);
create index captcha_looks_expires on captcha_looks (expires_at);
