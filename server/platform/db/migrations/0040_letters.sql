-- Mail. What changed and is not mailed yet: one row per order, its newest change; a newer one takes the place of an unsent older one.
create table order_news (
  order_id text primary key references orders (id),
  recipient text not null,
  version int not null,
  status text not null,
  is_paid boolean not null,
  changed_at timestamptz not null,
  due_at timestamptz not null
);
create index order_news_due on order_news (due_at);
create index order_news_recipient on order_news (recipient);

-- One queue per address: who works on it, when it is tried again. A row exists only while somebody works on it or it must wait.
create table mail_recipients (
  recipient text primary key,
  claimed_until timestamptz not null,
  next_at timestamptz not null,
  attempts int not null default 0,
  failing_since timestamptz
);

-- What was mailed, for 30 days; the letter itself is sealed: it carries the secret link and the requisites.
create table letters (
  id text primary key,
  recipient text not null,
  order_ids text[] not null,
  -- State that it tells of; null where it merges several orders
  status text,
  locale text not null,
  letter_sealed bytea not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- Set when it will never be sent, with the server's words
  failed_at timestamptz,
  failure text
);
create index letters_recipient on letters (recipient, created_at desc);
create index letters_created on letters (created_at desc);
create index letters_orders on letters using gin (order_ids);

-- Kept mails held secret links in clear. What was not sent yet is told anew, from the order's newest state.
insert into order_news (order_id, recipient, version, status, is_paid, changed_at, due_at)
select o.id, lower(o.email), o.version, o.status, o.received_amount > 0, o.status_changed_at, now()
from orders o
where o.id in (select order_id from mails where sent_at is null and created_at > now() - interval '7 days');
do $$ begin
  if to_regclass('pgboss.job') is not null then
    insert into order_news (order_id, recipient, version, status, is_paid, changed_at, due_at)
    select o.id, lower(o.email), o.version, o.status, o.received_amount > 0, o.status_changed_at, now()
    from orders o
    where o.id in (select data ->> 'order_id' from pgboss.job where name = 'order-mail' and state < 'completed')
    on conflict do nothing;
    delete from pgboss.job where name = 'order-mail';
  end if;
end $$;
drop table mails;
