-- A choice as an earlier release wrote it has no options until it is calculated anew: at once, not when its old offer would have ended.
update orders set requote = jsonb_set(requote, '{expires_at}', '0') where status = 'requote' and not requote ? 'options';
