-- The search for a part of a text compared every message of every chat
create index concurrently if not exists chat_messages_grams on chat_messages using gin (text_grams(text));
