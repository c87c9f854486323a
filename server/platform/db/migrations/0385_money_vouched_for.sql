-- An earlier release booked money that a rail had only seen on an operator's word, and kept no word of his: what he vouched for is
-- remembered as money that was final. Today's books carry nothing that is only seen without a word beside it. Where another payment of
-- the order was taken back or failed, what is only seen may have stood in for it: that stays for the audit to find.
update deposits d set was_final = true
where state = 'seen' and posted_amount > 0 and not was_final
  and not exists (select 1 from deposits w where w.order_id = d.order_id and (w.rail = 'operator' or w.state in ('reverted', 'failed')));
