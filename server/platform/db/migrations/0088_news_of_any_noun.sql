-- News of any noun, not of orders alone: one row per kind of letter and subject. Names change, nothing is rewritten; what waits stays.
alter table order_news rename to mail_news;
alter table mail_news rename column order_id to subject;
alter table mail_news rename column status to topic;
alter table mail_news add column kind text not null default 'order';
alter table mail_news alter column kind drop default;
alter table mail_news drop constraint order_news_order_id_fkey;
alter table mail_news drop constraint order_news_pkey;
alter table mail_news add primary key (kind, subject);
alter index order_news_due rename to mail_news_due;
alter index order_news_recipient rename to mail_news_recipient;

-- What letters told of: subjects of their kinds, and the topic where it was one
alter table letters rename column order_ids to subjects;
alter table letters rename column status to topic;
alter index letters_orders rename to letters_subjects;
