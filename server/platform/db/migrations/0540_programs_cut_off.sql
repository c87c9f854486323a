-- Keys and webhooks that ended with every other way in: at the proof of the address from another browser, at a reset by mail and at
-- "it wasn't me" (decision 0084)
alter table partner_keys drop constraint partner_keys_revoked_by_check;
alter table partner_keys add constraint partner_keys_revoked_by_check check (revoked_by in ('partner', 'office', 'cut_off'));
alter table webhook_endpoints drop constraint webhook_endpoints_paused_by_check;
alter table webhook_endpoints add constraint webhook_endpoints_paused_by_check check (paused_by in ('owner', 'failing', 'gone', 'office', 'cut_off'));
