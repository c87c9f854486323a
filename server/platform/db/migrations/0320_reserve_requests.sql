-- Who waits for how much of what (domain 9, "Reserve requests"): one open a mailbox and system; the latest amount is the one that is
-- asked for. A row ends by a letter, by its customer, by a person of the office or by its age, and is swept a while later.
create table reserve_requests (
  id uuid primary key,
  -- Where it is told; `mailbox` is whose it is, whichever alias was typed
  email text not null,
  mailbox text not null,
  phone text,
  user_id uuid references users (id) on delete cascade,
  locale text not null check (locale in ('ru', 'en')),
  -- What he looked at giving; null: nothing in particular
  income_code text,
  outcome_code text not null,
  -- Minor units of the outcome's asset
  amount numeric not null check (amount > 0),
  -- Words of core/reserve-request.ts
  state text not null,
  asked_at timestamptz not null,
  -- When it was last said: an amount that is asked for again is not stale
  said_at timestamptz not null,
  notified_at timestamptz,
  ended_at timestamptz,
  -- Who of the office ended it, and why
  ended_by uuid references users (id),
  end_note text,
  check ((state = 'open') = (ended_at is null)),
  check (state <> 'notified' or notified_at is not null)
);
create unique index reserve_requests_open on reserve_requests (mailbox, outcome_code) where state = 'open';
create index reserve_requests_waiting on reserve_requests (outcome_code, asked_at, id) where state = 'open';
create index reserve_requests_told on reserve_requests (outcome_code, notified_at) where notified_at is not null;
create index reserve_requests_asked on reserve_requests (asked_at desc, id);
create index reserve_requests_user on reserve_requests (user_id) where user_id is not null;
