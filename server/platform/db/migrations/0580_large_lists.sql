-- Indexes of what a shop of a million orders would otherwise read from end to end (lists, joins by an actor's id, jobs)
create index concurrently if not exists users_id_text on users ((id::text));
create index concurrently if not exists users_staff on users (role) where role <> 'customer';
create index concurrently if not exists approvals_id_text on approvals ((id::text));
create index concurrently if not exists chat_threads_id_text on chat_threads ((id::text));
create index concurrently if not exists chat_messages_id_text on chat_messages ((id::text));
create index concurrently if not exists deposits_recorded on deposits (recorded_at);
create index concurrently if not exists deposits_first_seen on deposits (first_seen_at);
create index concurrently if not exists payouts_claimed on payouts (claimed_at);
create index concurrently if not exists orders_snapshot on orders ((quote->>'snapshot_id'));
create index concurrently if not exists orders_status on orders (status, created_at desc, id);
