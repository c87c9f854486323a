-- Banks that issue the cards people show us (spec 7); another one is a row.
create table issuing_banks (
  id text primary key check (id ~ '^[a-z0-9_]{2,40}$'),
  name_ru text not null,
  name_en text not null,
  sort int not null
);
insert into issuing_banks (id, name_ru, name_en, sort) values
  ('sberbank', 'Сбербанк', 'Sberbank', 10),
  ('tbank', 'Т-Банк', 'T-Bank', 20),
  ('vtb', 'ВТБ', 'VTB', 30),
  ('alfa', 'Альфа-Банк', 'Alfa-Bank', 40),
  ('gazprombank', 'Газпромбанк', 'Gazprombank', 50),
  ('raiffeisen', 'Райффайзен Банк', 'Raiffeisenbank', 60),
  ('rosselkhoz', 'Россельхозбанк', 'Rosselkhozbank', 70),
  ('sovcombank', 'Совкомбанк', 'Sovcombank', 80),
  ('psb', 'Банк ПСБ', 'PSB', 90),
  ('mts', 'МТС Банк', 'MTS Bank', 100),
  ('pochtabank', 'Почта Банк', 'Post Bank', 110),
  ('ozon', 'Озон Банк', 'Ozon Bank', 120),
  ('yandex', 'Яндекс Банк', 'Yandex Bank', 130),
  ('wildberries', 'Вайлдберриз Банк', 'Wildberries Bank', 140),
  ('rnkb', 'РНКБ', 'RNCB', 150),
  ('domrf', 'Банк ДОМ.РФ', 'Bank DOM.RF', 160),
  ('akbars', 'Ак Барс Банк', 'Ak Bars Bank', 170),
  ('uralsib', 'Банк Уралсиб', 'Uralsib', 180),
  ('mkb', 'Московский кредитный банк', 'Credit Bank of Moscow', 190),
  ('rusfinance', 'Русский Стандарт', 'Russian Standard Bank', 200),
  ('avangard', 'Банк Авангард', 'Avangard', 210),
  ('saintpetersburg', 'Банк Санкт-Петербург', 'Bank Saint Petersburg', 220),
  ('kaspi', 'Kaspi Bank', 'Kaspi Bank', 300),
  ('halyk', 'Halyk Bank', 'Halyk Bank', 310),
  ('bcc', 'Банк ЦентрКредит', 'Bank CenterCredit', 320),
  ('freedom', 'Freedom Bank Казахстан', 'Freedom Bank Kazakhstan', 330),
  ('privatbank', 'ПриватБанк', 'PrivatBank', 400),
  ('monobank', 'monobank', 'monobank', 410),
  ('belarusbank', 'Беларусбанк', 'Belarusbank', 500),
  ('priorbank', 'Приорбанк', 'Priorbank', 510),
  ('mbank', 'МБАНК', 'MBANK', 600),
  ('optima', 'Оптима Банк', 'Optima Bank', 610),
  ('ameria', 'Америабанк', 'Ameriabank', 700),
  ('tbc', 'TBC Bank', 'TBC Bank', 800),
  ('bog', 'Банк Грузии', 'Bank of Georgia', 810),
  ('uzumbank', 'Узум Банк', 'Uzum Bank', 900),
  ('kapitalbank', 'Капиталбанк', 'Kapitalbank', 910),
  ('other', 'Другой банк', 'Another bank', 9000);

-- Cards that customers show us (domain 7). A card's number is here as a keyed hash, its ends and sealed, and nowhere in clear.
create table card_verifications (
  id uuid primary key,
  user_id uuid references users (id),
  -- The order whose key shows that it is a guest's, and that goes on once the card is accepted
  order_id text references orders (id),
  check (user_id is not null or order_id is not null),
  card_fingerprint bytea not null,
  card_masked text not null check (card_masked !~ '[0-9]{7}'),
  card_sealed bytea not null,
  name text not null,
  issuing_bank_id text not null references issuing_banks (id),
  state text not null check (state in ('pending', 'processing', 'verified', 'rejected', 'cancelled')),
  reason text check (reason in ('blurred', 'glare', 'cropped', 'number_differs', 'name_differs', 'not_original', 'expired', 'someone_elses', 'unspecified')),
  -- A verifier's own words, which the customer reads
  reason_text text,
  check ((state = 'rejected') = (reason is not null)),
  created_at timestamptz not null,
  -- Who looks at it, and until when nobody else does
  held_by uuid references users (id),
  held_until timestamptz,
  check ((state = 'processing') = (held_by is not null and held_until is not null)),
  decided_by uuid references users (id),
  decided_at timestamptz,
  check ((state in ('verified', 'rejected', 'cancelled')) = (decided_at is not null)),
  -- The photo: its file is ciphertext, its key stands here sealed. Without the key there is no photo, wherever copies of the file are
  picture_key text not null,
  picture_secret_sealed bytea,
  -- Proof of its end: when the key was destroyed, and when the store had no such file any more
  picture_erased_at timestamptz,
  check ((picture_secret_sealed is null) = (picture_erased_at is not null)),
  picture_gone_at timestamptz,
  check (picture_gone_at is null or picture_erased_at is not null)
);
create index card_verifications_open on card_verifications (created_at, id) where state in ('pending', 'processing');
create index card_verifications_decided on card_verifications (decided_at, id) where decided_at is not null;
create index card_verifications_card on card_verifications (card_fingerprint);
create index card_verifications_user on card_verifications (user_id, created_at) where user_id is not null;
create index card_verifications_order on card_verifications (order_id, created_at) where order_id is not null;
create index card_verifications_pictures on card_verifications (decided_at) where picture_gone_at is null and decided_at is not null;
-- One photo of one order's card at a time, one of one person's card
create unique index card_verifications_one_of_order on card_verifications (order_id) where state in ('pending', 'processing') and order_id is not null;
create unique index card_verifications_one_of_user on card_verifications (user_id, card_fingerprint)
  where state in ('pending', 'processing') and user_id is not null;
