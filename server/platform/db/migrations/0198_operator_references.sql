-- One transfer of a bank is one order's: what operators say they saw is found by its number, however it was typed.
create index deposits_by_operator_reference on deposits (payment_system_code, lower(regexp_replace(reference, '\s', '', 'g')))
  where rail = 'operator';
