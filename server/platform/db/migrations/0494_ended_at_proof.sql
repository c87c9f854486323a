-- Sessions that ended because the address of the account was proven in another browser (decision 0087): their browsers are told so at the
-- sign-in. Rows are kept for three days. sessions.by_password is no longer read; it goes once no earlier release runs beside this one
create table ended_sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  ended_at timestamptz not null
);
create index ended_sessions_user on ended_sessions (user_id);
