-- Counters of guessable and creating calls, and the blocks of all others: limits outlive a restart (spec of the house: quality R36).
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Epoch milliseconds
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
