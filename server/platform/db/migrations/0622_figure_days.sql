-- Figures of past days (domain 11): a period of a year is summed from 365 days instead of a million orders. `day` and `month` are
-- their starts in Moscow
create table figure_days (
  day timestamptz primary key,
  created integer not null,
  unknown integer not null
);
create table figure_day_outcomes (
  day timestamptz not null references figure_days (day),
  status text not null,
  orders integer not null,
  primary key (day, status)
);
create table figure_day_sums (
  day timestamptz not null references figure_days (day),
  income_code text not null,
  outcome_code text not null,
  completed integer not null,
  turnover numeric not null,
  spread numeric not null,
  fees numeric not null,
  kept numeric not null,
  network numeric not null,
  referral numeric not null,
  losses numeric not null,
  earnings numeric not null,
  turnover_rub numeric not null,
  earnings_rub numeric not null,
  no_rub integer not null,
  primary key (day, income_code, outcome_code)
);
-- Completed orders by the seconds of each step: medians cannot be summed
create table figure_months (month timestamptz primary key);
create table figure_month_steps (
  month timestamptz not null references figure_months (month),
  step text not null check (step in ('pay', 'confirm', 'payout')),
  seconds integer not null,
  orders integer not null,
  primary key (month, step, seconds)
);

-- Past days whose orders changed; read from the orders until they are counted again. Appended only: no order waits for another
create table figure_changes (
  id bigint generated always as identity primary key,
  day timestamptz not null
);
create index figure_changes_day on figure_changes (day);

-- With its owner's rights: the release before this one writes orders before the new table is granted to it
create function record_figure_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into figure_changes (day)
  select distinct date_trunc('day', (changed ->> time_column)::timestamptz, 'Europe/Moscow')
  from unnest(array[to_jsonb(old), to_jsonb(new)]) as changed, unnest(tg_argv) as time_column
  where changed is not null;
  return null;
end $$;

create trigger order_results_added after insert on order_results for each row
  when (new.ended_at < date_trunc('day', now(), 'Europe/Moscow')) execute function record_figure_change('ended_at');
create trigger order_results_changed after update on order_results for each row
  when (least(old.ended_at, new.ended_at) < date_trunc('day', now(), 'Europe/Moscow') and old.* is distinct from new.*)
  execute function record_figure_change('ended_at');
create trigger order_results_deleted after delete on order_results for each row
  when (old.ended_at < date_trunc('day', now(), 'Europe/Moscow')) execute function record_figure_change('ended_at');
create trigger orders_added_to_past after insert on orders for each row
  when (new.created_at < date_trunc('day', now(), 'Europe/Moscow')) execute function record_figure_change('created_at', 'status_changed_at');
create trigger orders_outcome_changed after update on orders for each row
  when ((old.status, old.status_changed_at, old.created_at) is distinct from (new.status, new.status_changed_at, new.created_at)
    and (old.created_at <> new.created_at
      or (old.status in ('completed', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected')
        and old.status_changed_at < date_trunc('day', now(), 'Europe/Moscow'))
      or (new.status in ('completed', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected')
        and new.status_changed_at < date_trunc('day', now(), 'Europe/Moscow'))))
  execute function record_figure_change('created_at', 'status_changed_at');
create trigger orders_deleted_from_past after delete on orders for each row
  when (old.created_at < date_trunc('day', now(), 'Europe/Moscow')) execute function record_figure_change('created_at', 'status_changed_at');
