-- What prices were (domain 2, 9): US dollars for one unit of a symbol, by steps of time. Pairs are two symbols divided.
create table candles (
  symbol text not null,
  step text not null check (step in ('minute', 'five_minutes', 'hour', 'day')),
  -- Where the step begins
  at timestamptz not null,
  open numeric not null check (open > 0),
  high numeric not null,
  low numeric not null check (low > 0),
  close numeric not null,
  -- The moments of the first and the last price in it: told twice or out of turn, it stays what it is
  opened_at timestamptz not null,
  closed_at timestamptz not null check (closed_at >= opened_at),
  -- Any of it was invented by the demonstration's source
  is_demo boolean not null,
  primary key (symbol, step, at),
  check (low <= least(open, close) and high >= greatest(open, close))
) partition by list (step);

-- One branch for each step, so that what is thinned is dropped whole
create table candles_minute partition of candles for values in ('minute') partition by range (at);
create table candles_five_minutes partition of candles for values in ('five_minutes') partition by range (at);
create table candles_hour partition of candles for values in ('hour') partition by range (at);
create table candles_day partition of candles for values in ('day') partition by range (at);

-- Up to which set of prices candles are written
create table candle_progress (
  is_only boolean primary key default true check (is_only),
  written_to timestamptz not null
);
insert into candle_progress (written_to) values ('epoch');

-- A part holds as much time as makes thinning a matter of dropping whole parts
create function candle_part_width(step text) returns text language sql immutable
  return case step when 'minute' then 'day' when 'five_minutes' then 'week' when 'hour' then 'month' when 'day' then 'year' end;

-- The application owns no table and makes none: these two do it for it, and nothing else.
create function make_candle_part(step text, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '5s' as $$
declare
  begins timestamptz := date_trunc(candle_part_width(step), at);
  ends timestamptz := begins + ('1 ' || candle_part_width(step))::interval;
  part text := 'candles_' || step || '_' || to_char(begins, 'YYYYMMDD');
begin
  perform pg_advisory_xact_lock(hashtext('candle parts'));
  if to_regclass(part) is null then
    execute format('create table %I partition of %I for values from (%L) to (%L) with (fillfactor = 70)', part, 'candles_' || step, begins, ends);
  end if;
end $$;

-- Drops parts that end before a moment; days are kept for ever. How many were dropped.
create function drop_candle_parts(step text, before timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '5s' as $$
declare
  part name;
  dropped int := 0;
begin
  if step not in ('minute', 'five_minutes', 'hour') then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('candle parts'));
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass('candles_' || step)
        and to_timestamp(right(c.relname, 8), 'YYYYMMDD') + ('1 ' || candle_part_width(step))::interval <= before
  loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke execute on function make_candle_part(text, timestamptz), drop_candle_parts(text, timestamptz) from public;
