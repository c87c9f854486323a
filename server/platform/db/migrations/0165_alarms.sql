-- Alarms reach people (domain 11): an opening that nobody was called for yet. What was open before this release has been seen in the office.
alter table incidents add column alarmed_at timestamptz default now();
alter table incidents alter column alarmed_at drop default;
create index incidents_not_alarmed on incidents (first_at) where alarmed_at is null;

-- One message to one person or chat. Letters go by the post; messages of the messenger are sent from here.
create table alarm_messages (
  id uuid primary key,
  -- Null: an owner tries whether alarms arrive
  incident_id uuid references incidents (id),
  way text not null check (way in ('mail', 'telegram')),
  -- The address of a letter; the chat is the shop's setting at the moment of sending
  recipient text,
  locale text not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  sent_at timestamptz,
  problem text,
  check ((way = 'mail') = (recipient is not null))
);
create index alarm_messages_due on alarm_messages (due_at) where sent_at is null and way = 'telegram';
create index alarm_messages_asked on alarm_messages (asked_at);
