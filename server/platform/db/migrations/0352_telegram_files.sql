-- What the bot says may bring a file from the storage; an earlier version that still runs says its words alone
alter table telegram_messages
  add column file_key text,
  add column file_name text,
  add constraint telegram_messages_file check ((file_key is null) = (file_name is null));

-- What is swept: links that ended long ago, browsers of guests whose orders are long over
create index telegram_links_ended on telegram_links (ended_at) where ended_at is not null;
