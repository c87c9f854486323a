-- Whether the customer may have the paper of his payout: the operator's word, which he can take back.
alter table payout_tasks add column proof_shown boolean not null default false;
create index payout_tasks_shown on payout_tasks (subject_id) where proof_shown;
