-- Requisites of a proposal stand sealed beside its text, where a new key reaches them; the text that is hashed carries their digest.
alter table approvals add column payload_sealed bytea;
-- What waits from an earlier release has them inside its text, under a key that may go: it has to be proposed anew. The sealed
-- copies of decided ones are of no use any more.
update approvals set expires_at = least(expires_at, now()) where state = 'open' and kind = 'set_refund_destination';
update approvals set payload = (payload::jsonb - 'requisites_sealed')::text where kind = 'set_refund_destination';
