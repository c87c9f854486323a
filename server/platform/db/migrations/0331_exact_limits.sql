-- Takes a signature, which nobody takes twice, where its key has called less often than it may within the minute. Calls of one key wait
-- for each other here: each statement of a function sees what was committed before it, so that a burst over all processes is counted
create function take_partner_signature(key text, mac bytea, at timestamptz, most int, out spent int, out oldest timestamptz, out is_taken boolean)
language plpgsql as $$
declare
  taken int := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended(key, 331));
  select count(*)::int, min(seen_at) into spent, oldest from partner_signatures
  where key_id = key and seen_at > at - interval '1 minute';
  if most is null or spent < most then
    insert into partner_signatures (hash, key_id, seen_at) values (mac, key, at) on conflict do nothing;
    get diagnostics taken = row_count;
  end if;
  is_taken := taken = 1;
end $$;
