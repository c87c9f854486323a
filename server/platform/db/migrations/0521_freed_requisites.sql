-- When a requisite was last let go is read from its reservations. The column is written only by an earlier release beside this one: a row that
-- many orders share, locked while a reserve was waited for, made transactions wait for each other in a circle
comment on column pool_requisites.freed_at is 'no longer read';
