-- What makes two open proposals one and the same where their payload differs each time: a new id, a salted digest, the present time.
-- Null: the hash of the payload tells it, as it does for rows of the earlier release.
alter table approvals add column same_as text;
