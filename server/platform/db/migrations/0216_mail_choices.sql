-- Letters that somebody does not want, by address: what is not here is sent
create table mail_choices (
  -- In small letters
  recipient text not null,
  choice text not null,
  off_at timestamptz not null,
  primary key (recipient, choice)
);
