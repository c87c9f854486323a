-- What may leave without a person (domain 5): every version stays, the newest is in force. Without a row a shop has what core/limits.ts begins with.
create table payout_limits (
  version int primary key check (version > 0),
  value jsonb not null,
  set_by uuid not null references users (id),
  set_at timestamptz not null default now()
);
create trigger payout_limits_append_only before update or delete or truncate on payout_limits for each statement execute function refuse_change();

-- Two people have let a wallet go on: its caps count from here
create table cap_releases (
  approval_id uuid primary key references approvals (id),
  wallet text not null references wallets (id),
  released_at timestamptz not null
);
create index cap_releases_wallet on cap_releases (wallet, released_at desc);
create trigger cap_releases_append_only before update or delete or truncate on cap_releases for each statement execute function refuse_change();

create index payouts_leaving on payouts (wallet, claimed_at) where state not in ('failed', 'queued');
