-- One invitation of a mailbox at a time, by a key: two orders of one mailbox that are completed at the same moment wait for each other
-- here, where each saw nothing of the other before (decision 0065). The newest of a mailbox is the one that counts.
delete from review_invitations a using review_invitations b
  where a.mailbox = b.mailbox and (a.at, a.order_id) < (b.at, b.order_id);
drop index review_invitations_mailbox;
alter table review_invitations drop constraint review_invitations_pkey, add primary key (mailbox);
