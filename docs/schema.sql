-- The database after all migrations, made from PostgreSQL’s catalogue (tests/architecture/schema.db.test.ts).

create table account_balances (
  account_kind text not null,
  account_of text not null,
  wallet text not null,
  order_id text not null default ''::text,
  balance numeric not null,
  constraint account_balances_pkey PRIMARY KEY (account_kind, account_of, wallet, order_id),
  constraint account_balances_wallet_fkey FOREIGN KEY (wallet) REFERENCES wallets(id),
  constraint account_balances_check CHECK (((order_id = ''::text) OR (account_kind = 'suspense'::text)))
);
CREATE INDEX account_balances_suspense ON public.account_balances USING btree (order_id) WHERE (order_id <> ''::text);

create table account_tokens (
  id uuid not null,
  purpose text not null,
  user_id uuid,
  email text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint account_tokens_token_hash_key UNIQUE (token_hash),
  constraint account_tokens_pkey PRIMARY KEY (id),
  constraint account_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint account_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['activate'::text, 'reset'::text, 'change_email'::text, 'undo_email'::text])))
);
CREATE INDEX account_tokens_by_email ON public.account_tokens USING btree (purpose, lower(email));
CREATE INDEX account_tokens_by_user ON public.account_tokens USING btree (user_id);
CREATE INDEX account_tokens_expired ON public.account_tokens USING btree (expires_at);

create table alarm_choices (
  user_id uuid not null,
  by_mail boolean not null,
  constraint alarm_choices_pkey PRIMARY KEY (user_id),
  constraint alarm_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table alarm_messages (
  id uuid not null,
  incident_id uuid,
  way text not null,
  recipient text,
  locale text not null,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  problem text,
  constraint alarm_messages_pkey PRIMARY KEY (id),
  constraint alarm_messages_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  constraint alarm_messages_check CHECK (((way = 'mail'::text) = (recipient IS NOT NULL))),
  constraint alarm_messages_way_check CHECK ((way = ANY (ARRAY['mail'::text, 'telegram'::text])))
);
CREATE INDEX alarm_messages_asked ON public.alarm_messages USING btree (asked_at);
CREATE INDEX alarm_messages_due ON public.alarm_messages USING btree (due_at) WHERE ((sent_at IS NULL) AND (way = 'telegram'::text));

create table approval_voices (
  approval_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  note text,
  constraint approval_voices_pkey PRIMARY KEY (approval_id, user_id),
  constraint approval_voices_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  constraint approval_voices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table approvals (
  id uuid not null,
  kind text not null,
  subject text not null,
  payload text not null,
  hash text not null,
  note text not null,
  state text not null default 'open'::text,
  proposed_by uuid,
  proposed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_note text,
  payload_sealed bytea,
  needs integer not null default 1,
  effective_at timestamp with time zone,
  same_as text,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint approvals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  constraint approvals_check1 CHECK (((state <> 'approved'::text) OR (decided_by <> proposed_by))),
  constraint approvals_decided CHECK ((((state = 'open'::text) = (decided_at IS NULL)) AND ((state <> 'open'::text) OR (decided_by IS NULL)))),
  constraint approvals_needs_check CHECK (((needs >= 1) AND (needs <= 2))),
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'declined'::text, 'overtaken'::text])))
);
CREATE INDEX approvals_effective ON public.approvals USING btree (effective_at) WHERE ((state = 'open'::text) AND (effective_at IS NOT NULL));
CREATE INDEX approvals_id_text ON public.approvals USING btree (((id)::text));
CREATE INDEX approvals_open ON public.approvals USING btree (proposed_at) WHERE (state = 'open'::text);
CREATE INDEX approvals_page ON public.approvals USING btree (proposed_at DESC, id);
CREATE INDEX approvals_subject ON public.approvals USING btree (subject, proposed_at);

create table assets (
  code text not null,
  scale integer not null,
  constraint assets_code_scale_key UNIQUE (code, scale),
  constraint assets_pkey PRIMARY KEY (code),
  constraint assets_scale_check CHECK (((scale >= 0) AND (scale <= 30)))
);

create table audit_chain (
  seq bigint not null,
  audit_id uuid not null,
  hash bytea not null,
  is_ours boolean not null,
  chained_at timestamp with time zone not null,
  constraint audit_chain_audit_id_key UNIQUE (audit_id),
  constraint audit_chain_pkey PRIMARY KEY (seq)
);
CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_head (
  only_one boolean not null default true,
  seq bigint not null,
  hash bytea not null,
  takes_earlier boolean not null,
  signature text not null,
  signed_at timestamp with time zone not null,
  constraint audit_head_pkey PRIMARY KEY (only_one),
  constraint audit_head_only_one_check CHECK (only_one)
);

create table audit_keys (
  subject_type text not null,
  subject_id text not null,
  key_sealed bytea not null,
  constraint audit_keys_pkey PRIMARY KEY (subject_type, subject_id)
);

create table audit_log (
  id uuid not null,
  at timestamp with time zone not null default now(),
  actor_id text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb not null default '{}'::jsonb,
  mark text,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, at DESC);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, at DESC);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC, id);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_type, subject_id, at);
CREATE INDEX audit_log_subject_id ON public.audit_log USING btree (subject_id, at DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_queue AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION queue_audit();

create table audit_unchained (
  audit_id uuid not null,
  constraint audit_unchained_pkey PRIMARY KEY (audit_id)
);

create table audit_words (
  audit_id uuid not null,
  subject_type text not null,
  subject_id text not null,
  words bytea not null,
  constraint audit_words_pkey PRIMARY KEY (audit_id)
);
CREATE INDEX audit_words_subject ON public.audit_words USING btree (subject_type, subject_id);

create table bank_lines (
  id uuid not null,
  payment_system_code text not null,
  wallet text not null,
  requisite_id uuid,
  fingerprint bytea not null,
  amount numeric not null,
  at timestamp with time zone not null,
  is_day_only boolean not null,
  reference text,
  last_digits text,
  sender text,
  text text not null,
  source text not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  state text not null,
  order_id text,
  observed_reference text,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_reference text,
  note text,
  split_of uuid,
  explains boolean,
  constraint bank_lines_pkey PRIMARY KEY (id),
  constraint bank_lines_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint bank_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint bank_lines_payment_system_code_fkey FOREIGN KEY (payment_system_code) REFERENCES payment_systems(code),
  constraint bank_lines_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint bank_lines_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES pool_requisites(id),
  constraint bank_lines_split_of_fkey FOREIGN KEY (split_of) REFERENCES bank_lines(id),
  constraint bank_lines_wallet_fkey FOREIGN KEY (wallet) REFERENCES wallets(id),
  constraint bank_lines_amount_check CHECK ((amount > (0)::numeric)),
  constraint bank_lines_check CHECK (((state = 'matched'::text) = (order_id IS NOT NULL))),
  constraint bank_lines_source_check CHECK ((source = ANY (ARRAY['hand'::text, 'text'::text, 'csv'::text, '1c'::text]))),
  constraint bank_lines_state_check CHECK ((state = ANY (ARRAY['unmatched'::text, 'matched'::text, 'returned'::text, 'kept'::text, 'mistaken'::text, 'split'::text])))
);
CREATE INDEX bank_lines_ended ON public.bank_lines USING btree (at, id) WHERE (state <> 'unmatched'::text);
CREATE UNIQUE INDEX bank_lines_once ON public.bank_lines USING btree (payment_system_code, fingerprint);
CREATE INDEX bank_lines_order ON public.bank_lines USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX bank_lines_unmatched ON public.bank_lines USING btree (at, id) WHERE (state = 'unmatched'::text);

create table bank_tables (
  heads_hash bytea not null,
  heads text[] not null,
  mapping jsonb not null,
  saved_by uuid not null,
  saved_at timestamp with time zone not null,
  constraint bank_tables_pkey PRIMARY KEY (heads_hash),
  constraint bank_tables_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);

create table blacklist_entries (
  id uuid not null,
  kind text not null,
  mark bytea not null,
  network cidr,
  value_sealed bytea not null,
  masked text not null,
  reason text not null,
  note text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_note text,
  hits bigint not null default 0,
  last_hit_at timestamp with time zone,
  constraint blacklist_entries_pkey PRIMARY KEY (id),
  constraint blacklist_entries_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint blacklist_entries_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint blacklist_entries_check CHECK (((kind = 'network'::text) = (network IS NOT NULL))),
  constraint blacklist_entries_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'card'::text, 'wallet'::text, 'phone'::text, 'document'::text, 'network'::text, 'device'::text]))),
  constraint blacklist_entries_reason_check CHECK ((reason = ANY (ARRAY['fraud'::text, 'chargeback'::text, 'sanctions'::text, 'stolen_data'::text, 'abuse'::text, 'other'::text])))
);
CREATE UNIQUE INDEX blacklist_marks ON public.blacklist_entries USING btree (mark) WHERE (ended_at IS NULL);
CREATE INDEX blacklist_networks ON public.blacklist_entries USING gist (network inet_ops) WHERE ((network IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX blacklist_newest ON public.blacklist_entries USING btree (made_at DESC, id);

create table business_requests (
  id uuid not null,
  email text not null,
  mailbox text not null,
  locale text not null,
  user_id uuid,
  url text not null,
  monthly_turnover text not null,
  business_area text,
  comment text,
  file_type text,
  file bytea,
  file_secret_sealed bytea,
  state text not null,
  version integer not null default 1,
  asked_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  assigned_to uuid,
  reason text,
  note text,
  constraint business_requests_pkey PRIMARY KEY (id),
  constraint business_requests_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id),
  constraint business_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint business_requests_check CHECK ((((file IS NULL) = (file_type IS NULL)) AND ((file IS NULL) = (file_secret_sealed IS NULL)))),
  constraint business_requests_file_type_check CHECK ((file_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text]))),
  constraint business_requests_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text])))
);
CREATE INDEX business_requests_asked ON public.business_requests USING btree (asked_at DESC, id);
CREATE INDEX business_requests_mailbox ON public.business_requests USING btree (mailbox, asked_at);
CREATE INDEX business_requests_user ON public.business_requests USING btree (user_id) WHERE (user_id IS NOT NULL);

create table candle_progress (
  is_only boolean not null default true,
  written_to timestamp with time zone not null,
  constraint candle_progress_pkey PRIMARY KEY (is_only),
  constraint candle_progress_is_only_check CHECK (is_only)
);

create table candles (
  symbol text not null,
  step text not null,
  at timestamp with time zone not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone not null,
  is_demo boolean not null,
  constraint candles_pkey PRIMARY KEY (symbol, step, at),
  constraint candles_check CHECK ((closed_at >= opened_at)),
  constraint candles_check1 CHECK (((low <= LEAST(open, close)) AND (high >= GREATEST(open, close)))),
  constraint candles_low_check CHECK ((low > (0)::numeric)),
  constraint candles_open_check CHECK ((open > (0)::numeric)),
  constraint candles_step_check CHECK ((step = ANY (ARRAY['minute'::text, 'five_minutes'::text, 'hour'::text, 'day'::text])))
);

create table canned_replies (
  id uuid not null,
  title text not null,
  text_ru text not null,
  text_en text not null,
  version integer not null default 1,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  deleted_at timestamp with time zone,
  constraint canned_replies_pkey PRIMARY KEY (id),
  constraint canned_replies_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint canned_replies_text_en_check CHECK (((length(text_en) >= 1) AND (length(text_en) <= 2000))),
  constraint canned_replies_text_ru_check CHECK (((length(text_ru) >= 1) AND (length(text_ru) <= 2000))),
  constraint canned_replies_title_check CHECK (((length(title) >= 1) AND (length(title) <= 80)))
);

create table cap_releases (
  approval_id uuid not null,
  wallet text not null,
  released_at timestamp with time zone not null,
  constraint cap_releases_pkey PRIMARY KEY (approval_id),
  constraint cap_releases_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  constraint cap_releases_wallet_fkey FOREIGN KEY (wallet) REFERENCES wallets(id)
);
CREATE INDEX cap_releases_wallet ON public.cap_releases USING btree (wallet, released_at DESC);
CREATE TRIGGER cap_releases_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cap_releases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table captcha_looks (
  token_hash text not null,
  expires_at timestamp with time zone not null,
  constraint captcha_looks_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX captcha_looks_expires ON public.captcha_looks USING btree (expires_at);

create table captcha_proofs (
  challenge text not null,
  expires_at timestamp with time zone not null,
  spent_for text,
  constraint captcha_proofs_pkey PRIMARY KEY (challenge)
);
CREATE INDEX captcha_proofs_expires ON public.captcha_proofs USING btree (expires_at);

create table card_verifications (
  id uuid not null,
  user_id uuid,
  order_id text,
  card_fingerprint bytea not null,
  card_masked text not null,
  card_sealed bytea not null,
  name text not null,
  issuing_bank_id text not null,
  state text not null,
  reason text,
  reason_text text,
  created_at timestamp with time zone not null,
  held_by uuid,
  held_until timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  picture_key text not null,
  picture_secret_sealed bytea,
  picture_erased_at timestamp with time zone,
  picture_gone_at timestamp with time zone,
  constraint card_verifications_pkey PRIMARY KEY (id),
  constraint card_verifications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint card_verifications_held_by_fkey FOREIGN KEY (held_by) REFERENCES users(id),
  constraint card_verifications_issuing_bank_id_fkey FOREIGN KEY (issuing_bank_id) REFERENCES issuing_banks(id),
  constraint card_verifications_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint card_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint card_verifications_card_masked_check CHECK ((card_masked !~ '[0-9]{7}'::text)),
  constraint card_verifications_check CHECK (((user_id IS NOT NULL) OR (order_id IS NOT NULL))),
  constraint card_verifications_check1 CHECK (((state = 'rejected'::text) = (reason IS NOT NULL))),
  constraint card_verifications_check2 CHECK (((state = 'processing'::text) = ((held_by IS NOT NULL) AND (held_until IS NOT NULL)))),
  constraint card_verifications_check3 CHECK (((state = ANY (ARRAY['verified'::text, 'rejected'::text, 'cancelled'::text])) = (decided_at IS NOT NULL))),
  constraint card_verifications_check4 CHECK (((picture_secret_sealed IS NULL) = (picture_erased_at IS NOT NULL))),
  constraint card_verifications_check5 CHECK (((picture_gone_at IS NULL) OR (picture_erased_at IS NOT NULL))),
  constraint card_verifications_reason_check CHECK ((reason = ANY (ARRAY['blurred'::text, 'glare'::text, 'cropped'::text, 'number_differs'::text, 'name_differs'::text, 'not_original'::text, 'expired'::text, 'someone_elses'::text, 'unspecified'::text]))),
  constraint card_verifications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'processing'::text, 'verified'::text, 'rejected'::text, 'cancelled'::text])))
);
CREATE INDEX card_verifications_card ON public.card_verifications USING btree (card_fingerprint);
CREATE INDEX card_verifications_decided ON public.card_verifications USING btree (decided_at, id) WHERE (decided_at IS NOT NULL);
CREATE UNIQUE INDEX card_verifications_one_of_order ON public.card_verifications USING btree (order_id) WHERE ((state = ANY (ARRAY['pending'::text, 'processing'::text])) AND (order_id IS NOT NULL));
CREATE UNIQUE INDEX card_verifications_one_of_user ON public.card_verifications USING btree (user_id, card_fingerprint) WHERE ((state = ANY (ARRAY['pending'::text, 'processing'::text])) AND (user_id IS NOT NULL));
CREATE INDEX card_verifications_open ON public.card_verifications USING btree (created_at, id) WHERE (state = ANY (ARRAY['pending'::text, 'processing'::text]));
CREATE INDEX card_verifications_order ON public.card_verifications USING btree (order_id, created_at) WHERE (order_id IS NOT NULL);
CREATE INDEX card_verifications_pictures ON public.card_verifications USING btree (decided_at) WHERE ((picture_gone_at IS NULL) AND (decided_at IS NOT NULL));
CREATE INDEX card_verifications_user ON public.card_verifications USING btree (user_id, created_at) WHERE (user_id IS NOT NULL);

create table change_items (
  change_id uuid not null,
  position integer not null,
  entity text not null,
  key text not null,
  before jsonb,
  after jsonb,
  constraint change_items_pkey PRIMARY KEY (change_id, "position"),
  constraint change_items_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint change_items_check CHECK (((before IS NOT NULL) OR (after IS NOT NULL)))
);
CREATE INDEX change_items_of ON public.change_items USING btree (entity, key, change_id);
CREATE TRIGGER change_items_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.change_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table changes (
  id uuid not null,
  state text not null,
  note text not null,
  author_id uuid not null,
  created_at timestamp with time zone not null,
  apply_at timestamp with time zone,
  applied_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  rolls_back uuid,
  approval_id uuid,
  approved_by uuid,
  guards jsonb not null default '[]'::jsonb,
  item_count integer not null,
  digest text not null,
  problem jsonb,
  constraint changes_pkey PRIMARY KEY (id),
  constraint changes_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  constraint changes_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint changes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint changes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint changes_rolls_back_fkey FOREIGN KEY (rolls_back) REFERENCES changes(id),
  constraint changes_check CHECK (((applied_at IS NOT NULL) = (state = ANY (ARRAY['applied'::text, 'rolled_back'::text])))),
  constraint changes_check1 CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['cancelled'::text, 'refused'::text])))),
  constraint changes_item_count_check CHECK ((item_count > 0)),
  constraint changes_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'scheduled'::text, 'applied'::text, 'rolled_back'::text, 'cancelled'::text, 'refused'::text])))
);
CREATE INDEX changes_due ON public.changes USING btree (apply_at) WHERE (state = 'scheduled'::text);
CREATE INDEX changes_newest ON public.changes USING btree (created_at DESC, id);
CREATE UNIQUE INDEX changes_rolls_back ON public.changes USING btree (rolls_back) WHERE (state = 'applied'::text);
CREATE INDEX changes_waiting ON public.changes USING btree (approval_id) WHERE (state = 'waiting'::text);

create table channel_notices (
  id uuid not null,
  kind text not null,
  subject text not null,
  channel text not null,
  place_id uuid not null,
  version integer not null,
  topic text not null,
  is_paid boolean not null,
  changed_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  claimed_until timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  attempts integer not null default 0,
  told_at timestamp with time zone,
  constraint channel_notices_kind_subject_channel_place_id_key UNIQUE (kind, subject, channel, place_id),
  constraint channel_notices_pkey PRIMARY KEY (id),
  constraint channel_notices_channel_check CHECK ((channel = ANY (ARRAY['telegram'::text, 'push'::text])))
);
CREATE INDEX channel_notices_due ON public.channel_notices USING btree (due_at) WHERE (told_at IS NULL);
CREATE INDEX channel_notices_told ON public.channel_notices USING btree (place_id, told_at) WHERE (told_at IS NOT NULL);
CREATE INDEX channel_notices_told_at ON public.channel_notices USING btree (told_at) WHERE (told_at IS NOT NULL);

create table chat_messages (
  nr bigint not null,
  id uuid not null,
  thread_id uuid not null,
  author text not null,
  operator_id uuid,
  via text not null default 'site'::text,
  text text not null,
  about_order text,
  source_key text,
  at timestamp with time zone not null,
  answered_after_seconds integer,
  withdrawn_at timestamp with time zone,
  file_id uuid,
  file_key text,
  file_type text,
  file_size integer,
  constraint chat_messages_file_id_key UNIQUE (file_id),
  constraint chat_messages_id_key UNIQUE (id),
  constraint chat_messages_source_key_key UNIQUE (source_key),
  constraint chat_messages_pkey PRIMARY KEY (nr),
  constraint chat_messages_about_order_fkey FOREIGN KEY (about_order) REFERENCES orders(id),
  constraint chat_messages_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id),
  constraint chat_messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES chat_threads(id) ON DELETE CASCADE,
  constraint chat_messages_author_check CHECK ((author = ANY (ARRAY['customer'::text, 'operator'::text, 'system'::text]))),
  constraint chat_messages_check CHECK (((author = 'operator'::text) = (operator_id IS NOT NULL))),
  constraint chat_messages_check1 CHECK ((num_nonnulls(file_id, file_key, file_type, file_size) = ANY (ARRAY[0, 4]))),
  constraint chat_messages_check2 CHECK (((text <> ''::text) OR (file_id IS NOT NULL))),
  constraint chat_messages_file_type_check CHECK ((file_type = ANY (ARRAY['image/jpeg'::text, 'application/pdf'::text]))),
  constraint chat_messages_text_check CHECK ((length(text) <= 4000)),
  constraint chat_messages_via_check CHECK ((via = ANY (ARRAY['site'::text, 'telegram'::text])))
);
CREATE INDEX chat_messages_answers ON public.chat_messages USING btree (at) WHERE (answered_after_seconds IS NOT NULL);
CREATE INDEX chat_messages_files ON public.chat_messages USING btree (file_key) WHERE (file_key IS NOT NULL);
CREATE INDEX chat_messages_grams ON public.chat_messages USING gin (text_grams(text));
CREATE INDEX chat_messages_id_text ON public.chat_messages USING btree (((id)::text));
CREATE INDEX chat_messages_of_thread ON public.chat_messages USING btree (thread_id, nr);

create table chat_notes (
  id uuid not null,
  thread_id uuid not null,
  author_id uuid not null,
  text text not null,
  at timestamp with time zone not null,
  constraint chat_notes_pkey PRIMARY KEY (id),
  constraint chat_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint chat_notes_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES chat_threads(id) ON DELETE CASCADE,
  constraint chat_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4000)))
);
CREATE INDEX chat_notes_of_thread ON public.chat_notes USING btree (thread_id, at);

create table chat_threads (
  id uuid not null,
  order_id text,
  user_id uuid,
  guest_hash text,
  telegram_chat text,
  state text not null,
  locale text not null,
  email text,
  answer_to_telegram text,
  created_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  last_nr bigint not null default 0,
  unanswered_since timestamp with time zone,
  due_at timestamp with time zone,
  read_by_customer bigint not null default 0,
  read_by_office bigint not null default 0,
  assigned_to uuid,
  assigned_at timestamp with time zone,
  typing_by uuid,
  typing_until timestamp with time zone,
  constraint chat_threads_guest_hash_key UNIQUE (guest_hash),
  constraint chat_threads_order_id_key UNIQUE (order_id),
  constraint chat_threads_telegram_chat_key UNIQUE (telegram_chat),
  constraint chat_threads_user_id_key UNIQUE (user_id),
  constraint chat_threads_pkey PRIMARY KEY (id),
  constraint chat_threads_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id),
  constraint chat_threads_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint chat_threads_typing_by_fkey FOREIGN KEY (typing_by) REFERENCES users(id),
  constraint chat_threads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint chat_threads_check CHECK ((num_nonnulls(order_id, user_id, guest_hash, telegram_chat) = 1)),
  constraint chat_threads_check1 CHECK (((state = 'waiting'::text) = (unanswered_since IS NOT NULL))),
  constraint chat_threads_check2 CHECK (((unanswered_since IS NULL) = (due_at IS NULL))),
  constraint chat_threads_check3 CHECK (((assigned_to IS NULL) = (assigned_at IS NULL))),
  constraint chat_threads_email_check CHECK ((length(email) <= 254)),
  constraint chat_threads_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text]))),
  constraint chat_threads_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'answered'::text, 'closed'::text])))
);
CREATE INDEX chat_threads_assigned ON public.chat_threads USING btree (assigned_to, last_at DESC) WHERE (assigned_to IS NOT NULL);
CREATE INDEX chat_threads_id_text ON public.chat_threads USING btree (((id)::text));
CREATE INDEX chat_threads_last ON public.chat_threads USING btree (last_at DESC, id);
CREATE INDEX chat_threads_waiting ON public.chat_threads USING btree (unanswered_since, id) WHERE (state = 'waiting'::text);

create table cheques (
  id uuid not null,
  order_id text not null,
  sha256 bytea not null,
  file_key text not null,
  size integer not null,
  created_at timestamp with time zone not null,
  picture_sha256 bytea,
  text_sha256 bytea,
  constraint cheques_pkey PRIMARY KEY (id),
  constraint cheques_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX cheques_order ON public.cheques USING btree (order_id);
CREATE INDEX cheques_picture ON public.cheques USING btree (picture_sha256) WHERE (picture_sha256 IS NOT NULL);
CREATE INDEX cheques_sha256 ON public.cheques USING btree (sha256);
CREATE INDEX cheques_text ON public.cheques USING btree (text_sha256) WHERE (text_sha256 IS NOT NULL);

create table content_addresses (
  form text not null,
  locale text not null,
  address text not null,
  item_id uuid not null,
  since timestamp with time zone not null,
  constraint content_addresses_pkey PRIMARY KEY (form, locale, address),
  constraint content_addresses_item_id_fkey FOREIGN KEY (item_id) REFERENCES content_items(id),
  constraint content_addresses_form_check CHECK ((form = ANY (ARRAY['slug'::text, 'seolink'::text]))),
  constraint content_addresses_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text])))
);
CREATE INDEX content_addresses_by_item ON public.content_addresses USING btree (item_id);

create table content_categories (
  id integer not null,
  kind text not null,
  parent_id integer,
  name_ru text not null,
  name_en text not null,
  slug text not null,
  sort integer not null default 0,
  version integer not null default 1,
  constraint content_categories_slug_key UNIQUE (slug),
  constraint content_categories_pkey PRIMARY KEY (id),
  constraint content_categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES content_categories(id),
  constraint content_categories_check CHECK (((parent_id IS NULL) = (id = ANY (ARRAY[1, 2, 3])))),
  constraint content_categories_kind_check CHECK ((kind = ANY (ARRAY['news'::text, 'faq'::text, 'page'::text])))
);

create table content_images (
  id uuid not null,
  width integer not null,
  height integer not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  constraint content_images_pkey PRIMARY KEY (id),
  constraint content_images_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint content_images_height_check CHECK (((height >= 1) AND (height <= 2400))),
  constraint content_images_width_check CHECK (((width >= 1) AND (width <= 2400)))
);

create table content_items (
  id uuid not null,
  kind text not null,
  category_id integer not null,
  sort integer not null default 0,
  draft jsonb not null,
  revision integer not null default 1,
  draft_by uuid,
  draft_at timestamp with time zone not null,
  review_revision integer,
  review_by uuid,
  review_note text,
  published_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint content_items_pkey PRIMARY KEY (id),
  constraint content_items_category_id_fkey FOREIGN KEY (category_id) REFERENCES content_categories(id),
  constraint content_items_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint content_items_draft_by_fkey FOREIGN KEY (draft_by) REFERENCES users(id),
  constraint content_items_review_by_fkey FOREIGN KEY (review_by) REFERENCES users(id),
  constraint content_items_kind_check CHECK ((kind = ANY (ARRAY['news'::text, 'faq'::text, 'page'::text])))
);
CREATE INDEX content_items_by_category ON public.content_items USING btree (category_id);
CREATE INDEX content_items_by_draft ON public.content_items USING btree (draft_at DESC, id);

create table content_publications (
  sequence bigint not null,
  item_id uuid not null,
  version integer,
  begins_at timestamp with time zone not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  called_off_at timestamp with time zone,
  called_off_by uuid,
  constraint content_publications_pkey PRIMARY KEY (sequence),
  constraint content_publications_called_off_by_fkey FOREIGN KEY (called_off_by) REFERENCES users(id),
  constraint content_publications_item_id_fkey FOREIGN KEY (item_id) REFERENCES content_items(id),
  constraint content_publications_item_id_version_fkey FOREIGN KEY (item_id, version) REFERENCES content_versions(item_id, number),
  constraint content_publications_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id)
);
CREATE INDEX content_publications_by_item ON public.content_publications USING btree (item_id, begins_at);

create table content_state (
  is_one boolean not null default true,
  revision bigint not null,
  constraint content_state_pkey PRIMARY KEY (is_one),
  constraint content_state_is_one_check CHECK (is_one)
);

create table content_versions (
  item_id uuid not null,
  number integer not null,
  revision integer not null,
  category_id integer not null,
  texts jsonb not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  note text not null default ''::text,
  constraint content_versions_pkey PRIMARY KEY (item_id, number),
  constraint content_versions_item_id_fkey FOREIGN KEY (item_id) REFERENCES content_items(id),
  constraint content_versions_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id)
);
CREATE TRIGGER content_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.content_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table country_rules (
  country text not null,
  currencies text[] not null,
  constraint country_rules_pkey PRIMARY KEY (country),
  constraint country_rules_country_check CHECK ((country ~ '^([A-Z]{2}|all)$'::text)),
  constraint country_rules_currencies_check CHECK ((cardinality(currencies) > 0))
);

create table country_rules_version (
  id boolean not null default true,
  version bigint not null,
  constraint country_rules_version_pkey PRIMARY KEY (id),
  constraint country_rules_version_id_check CHECK (id)
);

create table crypto_stats_charts (
  symbol text not null,
  period text not null,
  points jsonb not null default '[]'::jsonb,
  as_of timestamp with time zone,
  etag text,
  asked_at timestamp with time zone,
  wanted_at timestamp with time zone,
  is_demo boolean not null default false,
  constraint crypto_stats_charts_pkey PRIMARY KEY (symbol, period),
  constraint crypto_stats_charts_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text, 'all'::text])))
);

create table crypto_stats_coins (
  symbol text not null,
  coin_id text not null,
  name text not null,
  rank integer,
  price_usd numeric not null,
  change_1h numeric,
  change_24h numeric,
  change_7d numeric,
  market_cap_usd numeric,
  volume_24h_usd numeric,
  week jsonb not null,
  as_of timestamp with time zone not null,
  is_demo boolean not null,
  constraint crypto_stats_coins_pkey PRIMARY KEY (symbol),
  constraint crypto_stats_coins_price_usd_check CHECK ((price_usd > (0)::numeric)),
  constraint crypto_stats_coins_rank_check CHECK ((rank > 0))
);

create table crypto_stats_source (
  is_only boolean not null default true,
  claimed_until timestamp with time zone,
  began_at timestamp with time zone,
  asked_at timestamp with time zone,
  answered_at timestamp with time zone,
  failures integer not null default 0,
  last_error text,
  last_error_at timestamp with time zone,
  back_off_until timestamp with time zone,
  calls_day date,
  calls integer not null default 0,
  top_asked_at timestamp with time zone,
  top_etag text,
  ours_asked_at timestamp with time zone,
  ours_etag text,
  constraint crypto_stats_source_pkey PRIMARY KEY (is_only),
  constraint crypto_stats_source_calls_check CHECK ((calls >= 0)),
  constraint crypto_stats_source_failures_check CHECK ((failures >= 0)),
  constraint crypto_stats_source_is_only_check CHECK (is_only)
);

create table customer_messages (
  id uuid not null,
  order_id text not null,
  kind text not null,
  body text,
  recipient text not null,
  author_id uuid not null,
  at timestamp with time zone not null,
  constraint customer_messages_pkey PRIMARY KEY (id),
  constraint customer_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint customer_messages_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint customer_messages_check CHECK (((kind = 'message'::text) = (body IS NOT NULL))),
  constraint customer_messages_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'link'::text, 'address_changed'::text])))
);
CREATE INDEX customer_messages_order ON public.customer_messages USING btree (order_id, at);
CREATE TRIGGER customer_messages_append_only BEFORE DELETE OR TRUNCATE ON public.customer_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER customer_messages_only_emptied BEFORE UPDATE ON public.customer_messages FOR EACH ROW EXECUTE FUNCTION refuse_change_but_emptying();

create table customer_notes (
  id uuid not null,
  mailbox text not null,
  note text not null,
  audience text not null,
  author_id uuid not null,
  order_id text not null,
  at timestamp with time zone not null,
  constraint customer_notes_pkey PRIMARY KEY (id),
  constraint customer_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint customer_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint customer_notes_audience_check CHECK ((audience = ANY (ARRAY['office'::text, 'compliance'::text])))
);
CREATE INDEX customer_notes_mailbox ON public.customer_notes USING btree (mailbox, at DESC);
CREATE TRIGGER customer_notes_append_only BEFORE DELETE OR TRUNCATE ON public.customer_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER customer_notes_only_emptied BEFORE UPDATE ON public.customer_notes FOR EACH ROW EXECUTE FUNCTION refuse_change_but_emptying();

create table customer_orders (
  order_id text not null,
  customer_id text not null,
  device text,
  at timestamp with time zone not null,
  constraint customer_orders_counted TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint customer_orders_pkey PRIMARY KEY (order_id),
  constraint customer_orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint customer_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX customer_orders_customer ON public.customer_orders USING btree (customer_id, at DESC);
CREATE INDEX customer_orders_device ON public.customer_orders USING btree (device) WHERE (device IS NOT NULL);
CREATE CONSTRAINT TRIGGER customer_orders_counted AFTER INSERT ON public.customer_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_customer_order();
CREATE TRIGGER customer_orders_locked AFTER INSERT ON public.customer_orders FOR EACH ROW EXECUTE FUNCTION lock_customers_order();

create table customer_pairs (
  id uuid not null,
  first_id text not null,
  second_id text not null,
  verdict text not null,
  note text not null,
  said_by uuid not null,
  said_at timestamp with time zone not null,
  ended_by uuid,
  ended_at timestamp with time zone,
  constraint customer_pairs_pkey PRIMARY KEY (id),
  constraint customer_pairs_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint customer_pairs_first_id_fkey FOREIGN KEY (first_id) REFERENCES customers(id),
  constraint customer_pairs_said_by_fkey FOREIGN KEY (said_by) REFERENCES users(id),
  constraint customer_pairs_second_id_fkey FOREIGN KEY (second_id) REFERENCES customers(id),
  constraint customer_pairs_check CHECK ((first_id < second_id)),
  constraint customer_pairs_check1 CHECK (((ended_by IS NULL) = (ended_at IS NULL))),
  constraint customer_pairs_verdict_check CHECK ((verdict = ANY (ARRAY['same_person'::text, 'unrelated'::text])))
);
CREATE UNIQUE INDEX customer_pairs_in_force ON public.customer_pairs USING btree (first_id, second_id) WHERE (ended_at IS NULL);
CREATE INDEX customer_pairs_second ON public.customer_pairs USING btree (second_id);

create table customer_users (
  user_id uuid not null,
  customer_id text not null,
  checked_at timestamp with time zone,
  constraint customer_users_pkey PRIMARY KEY (user_id),
  constraint customer_users_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint customer_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX customer_users_customer ON public.customer_users USING btree (customer_id);
CREATE INDEX customer_users_unchecked ON public.customer_users USING btree (user_id) WHERE (checked_at IS NULL);

create table customers (
  id text not null,
  mailbox text not null,
  order_limit_usd integer,
  day_limit_usd integer,
  month_limit_usd integer,
  version integer not null default 0,
  made_at timestamp with time zone not null,
  last_order_at timestamp with time zone,
  orders integer default 0,
  completed integer default 0,
  constraint customers_mailbox_key UNIQUE (mailbox),
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_day_limit_usd_check CHECK ((day_limit_usd > 0)),
  constraint customers_month_limit_usd_check CHECK ((month_limit_usd > 0)),
  constraint customers_order_limit_usd_check CHECK ((order_limit_usd > 0))
);
CREATE INDEX customers_last_order ON public.customers USING btree (last_order_at DESC NULLS LAST, id);
CREATE INDEX customers_newest ON public.customers USING btree (made_at DESC, id);
CREATE INDEX customers_uncounted ON public.customers USING btree (id) WHERE (orders IS NULL);

create table data_exports (
  id uuid not null,
  user_id uuid not null,
  state text not null,
  done integer not null default 0,
  parts integer not null,
  requested_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  file_key text,
  file_secret_sealed bytea,
  size integer,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint data_exports_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'ready'::text, 'failed'::text, 'taken'::text, 'over'::text])))
);
CREATE INDEX data_exports_user ON public.data_exports USING btree (user_id, requested_at DESC);

create table deposits (
  id uuid not null,
  rail text not null,
  external_id text not null,
  reference text not null,
  order_id text,
  payment_system_code text not null,
  amount numeric not null,
  state text not null,
  confirmations integer not null default 0,
  required_confirmations integer not null default 0,
  tx_hash text,
  first_seen_at timestamp with time zone not null,
  posted_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  posted_amount numeric not null default 0,
  was_final boolean not null default false,
  beyond_rail boolean not null default false,
  note text,
  recorded_by uuid,
  recorded_at timestamp with time zone not null,
  reference_key text,
  constraint deposits_rail_external_id_key UNIQUE (rail, external_id),
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint deposits_payment_system_code_fkey FOREIGN KEY (payment_system_code) REFERENCES payment_systems(code),
  constraint deposits_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint deposits_amount_check CHECK ((amount > (0)::numeric)),
  constraint deposits_posted_amount_check CHECK ((posted_amount >= (0)::numeric)),
  constraint deposits_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'final'::text, 'failed'::text, 'reverted'::text])))
);
CREATE INDEX deposits_by_reference_key ON public.deposits USING btree (payment_system_code, reference_key) WHERE (rail = 'operator'::text);
CREATE INDEX deposits_external ON public.deposits USING btree (lower(external_id) text_pattern_ops);
CREATE INDEX deposits_first_seen ON public.deposits USING btree (first_seen_at);
CREATE INDEX deposits_order ON public.deposits USING btree (order_id);
CREATE INDEX deposits_recorded ON public.deposits USING btree (recorded_at);
CREATE INDEX deposits_reference ON public.deposits USING btree (lower(reference) text_pattern_ops);
CREATE INDEX deposits_tx ON public.deposits USING btree (lower(tx_hash) text_pattern_ops) WHERE (tx_hash IS NOT NULL);
CREATE INDEX deposits_waiting ON public.deposits USING btree (rail, reference) WHERE (order_id IS NULL);

create table destination_requests (
  id uuid not null,
  order_id text not null,
  asked_by uuid,
  note text not null,
  recipient text not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  given_at timestamp with time zone,
  approval_id uuid,
  closed_at timestamp with time zone,
  constraint destination_requests_pkey PRIMARY KEY (id),
  constraint destination_requests_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  constraint destination_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint destination_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint destination_requests_check CHECK (((given_at IS NULL) = (approval_id IS NULL))),
  constraint destination_requests_check1 CHECK (((given_at IS NULL) OR (closed_at IS NULL)))
);
CREATE UNIQUE INDEX destination_requests_open ON public.destination_requests USING btree (order_id) WHERE ((given_at IS NULL) AND (closed_at IS NULL));
CREATE INDEX destination_requests_order ON public.destination_requests USING btree (order_id, asked_at);

create table direction_ratios (
  income_code text not null,
  outcome_code text not null,
  at timestamp with time zone not null,
  ratio_ppm integer,
  is_demo boolean not null,
  constraint direction_ratios_pkey PRIMARY KEY (income_code, outcome_code, at),
  constraint direction_ratios_income_code_outcome_code_fkey FOREIGN KEY (income_code, outcome_code) REFERENCES directions(income_code, outcome_code) ON DELETE CASCADE,
  constraint direction_ratios_ratio_ppm_check CHECK ((ratio_ppm > 0))
);
CREATE INDEX direction_ratios_at ON public.direction_ratios USING btree (at);

create table directions (
  income_code text not null,
  outcome_code text not null,
  enabled boolean not null default true,
  rate_type text not null default 'fixed'::text,
  margin_ppm integer not null,
  income_fee_ppm integer not null default 0,
  outcome_fee_ppm integer not null default 0,
  income_fee_fixed numeric not null default 0,
  outcome_fee_fixed numeric not null default 0,
  min_income numeric,
  max_income numeric,
  steps jsonb not null default '[]'::jsonb,
  tolerance_ppm integer not null default 0,
  payment_window_ms bigint not null,
  eta_minutes integer not null,
  denied_countries text[] not null default '{}'::text[],
  margin_by_reserve jsonb not null default '[]'::jsonb,
  margin_by_hour jsonb not null default '[]'::jsonb,
  monitor_rule jsonb,
  verification jsonb not null default '{"rule": "never"}'::jsonb,
  conditions jsonb,
  work_hours jsonb,
  file_flags jsonb not null default '{}'::jsonb,
  refund_fee_ppm integer,
  refund_fee_fixed numeric,
  changed_at timestamp with time zone default now(),
  constraint directions_pkey PRIMARY KEY (income_code, outcome_code),
  constraint directions_income_code_fkey FOREIGN KEY (income_code) REFERENCES payment_systems(code),
  constraint directions_outcome_code_fkey FOREIGN KEY (outcome_code) REFERENCES payment_systems(code),
  constraint directions_check CHECK ((income_code <> outcome_code)),
  constraint directions_file_flags_check CHECK ((jsonb_typeof(file_flags) = 'object'::text)),
  constraint directions_income_fee_fixed_check CHECK ((income_fee_fixed >= (0)::numeric)),
  constraint directions_income_fee_ppm_check CHECK (((income_fee_ppm >= 0) AND (income_fee_ppm <= 500000))),
  constraint directions_margin_by_hour_check CHECK ((jsonb_typeof(margin_by_hour) = 'array'::text)),
  constraint directions_margin_by_reserve_check CHECK ((jsonb_typeof(margin_by_reserve) = 'array'::text)),
  constraint directions_margin_ppm_check CHECK (((margin_ppm >= '-100000'::integer) AND (margin_ppm <= 500000))),
  constraint directions_outcome_fee_fixed_check CHECK ((outcome_fee_fixed >= (0)::numeric)),
  constraint directions_outcome_fee_ppm_check CHECK (((outcome_fee_ppm >= 0) AND (outcome_fee_ppm <= 500000))),
  constraint directions_rate_type_check CHECK ((rate_type = ANY (ARRAY['fixed'::text, 'floating'::text]))),
  constraint directions_refund_fee_fixed_check CHECK ((refund_fee_fixed >= (0)::numeric)),
  constraint directions_refund_fee_ppm_check CHECK (((refund_fee_ppm >= 0) AND (refund_fee_ppm <= 500000))),
  constraint directions_tolerance_ppm_check CHECK (((tolerance_ppm >= 0) AND (tolerance_ppm <= 100000))),
  constraint directions_verification_check CHECK (((verification ->> 'rule'::text) = ANY (ARRAY['never'::text, 'always'::text, 'above'::text]))),
  constraint directions_work_hours_check CHECK ((jsonb_typeof(work_hours) = 'array'::text))
);
CREATE TRIGGER directions_changed BEFORE UPDATE ON public.directions FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION note_change();

create table earning_programmes (
  version integer not null,
  since timestamp with time zone not null,
  document jsonb not null,
  constraint earning_programmes_pkey PRIMARY KEY (version)
);

create table earning_terms (
  order_id text not null,
  user_id uuid not null,
  kind text not null,
  rate_ppm integer not null,
  hold_hours integer not null,
  programme integer,
  frozen_at timestamp with time zone not null,
  due_at timestamp with time zone,
  settled_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  reversed_at timestamp with time zone,
  constraint earning_terms_pkey PRIMARY KEY (order_id, kind, user_id),
  constraint earning_terms_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint earning_terms_programme_fkey FOREIGN KEY (programme) REFERENCES earning_programmes(version),
  constraint earning_terms_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint earning_terms_hold_hours_check CHECK ((hold_hours >= 0)),
  constraint earning_terms_kind_check CHECK ((kind = ANY (ARRAY['referral'::text, 'partner'::text, 'cashback'::text]))),
  constraint earning_terms_rate_ppm_check CHECK (((rate_ppm >= 0) AND (rate_ppm <= 1000000)))
);
CREATE INDEX earning_terms_due ON public.earning_terms USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (settled_at IS NULL));
CREATE INDEX earning_terms_taken_back ON public.earning_terms USING btree (taken_back_at) WHERE ((taken_back_at IS NOT NULL) AND (reversed_at IS NULL));
CREATE INDEX earning_terms_user ON public.earning_terms USING btree (user_id, frozen_at DESC);

create table earnings (
  id uuid not null,
  user_id uuid not null,
  purse text not null,
  kind text not null,
  order_id text,
  amount numeric not null,
  transfer_id uuid not null,
  created_at timestamp with time zone not null,
  available_at timestamp with time zone not null,
  hold_id uuid,
  hold_amount numeric,
  note text,
  granted_by uuid,
  reversed_at timestamp with time zone,
  reversal_id uuid,
  reversal_reason text,
  reversed_by uuid,
  constraint earnings_order_id_kind_user_id_key UNIQUE (order_id, kind, user_id),
  constraint earnings_reversal_id_key UNIQUE (reversal_id),
  constraint earnings_transfer_id_key UNIQUE (transfer_id),
  constraint earnings_pkey PRIMARY KEY (id),
  constraint earnings_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id),
  constraint earnings_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint earnings_reversal_id_fkey FOREIGN KEY (reversal_id) REFERENCES ledger_transfers(id),
  constraint earnings_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id),
  constraint earnings_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfers(id),
  constraint earnings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint earnings_amount_check CHECK ((amount > (0)::numeric)),
  constraint earnings_check CHECK (((kind = 'bonus'::text) = (order_id IS NULL))),
  constraint earnings_check1 CHECK (((kind = ANY (ARRAY['referral'::text, 'partner'::text])) = (purse = 'referral'::text))),
  constraint earnings_check2 CHECK (((hold_id IS NULL) = (hold_amount IS NULL))),
  constraint earnings_check3 CHECK (((reversed_at IS NULL) = (reversal_id IS NULL))),
  constraint earnings_kind_check CHECK ((kind = ANY (ARRAY['referral'::text, 'partner'::text, 'cashback'::text, 'bonus'::text]))),
  constraint earnings_purse_check CHECK ((purse = ANY (ARRAY['referral'::text, 'reward'::text])))
);
CREATE INDEX earnings_maturing ON public.earnings USING btree (available_at) WHERE (hold_id IS NOT NULL);
CREATE INDEX earnings_newest ON public.earnings USING btree (created_at DESC, id);
CREATE INDEX earnings_of ON public.earnings USING btree (user_id, purse, available_at, id);

create table ended_sessions (
  token_hash bytea not null,
  user_id uuid not null,
  ended_at timestamp with time zone not null,
  constraint ended_sessions_pkey PRIMARY KEY (token_hash),
  constraint ended_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ended_sessions_user ON public.ended_sessions USING btree (user_id);

create table erasures (
  id uuid not null,
  user_id uuid not null,
  requested_at timestamp with time zone not null,
  letter_to text,
  locale text not null,
  orders_due_at timestamp with time zone not null,
  account_done_at timestamp with time zone,
  orders_done_at timestamp with time zone,
  report jsonb not null default '[]'::jsonb,
  constraint erasures_pkey PRIMARY KEY (id),
  constraint erasures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX erasures_due ON public.erasures USING btree (orders_due_at) WHERE (orders_done_at IS NULL);
CREATE UNIQUE INDEX erasures_user ON public.erasures USING btree (user_id);

create table figure_changes (
  id bigint not null,
  day timestamp with time zone not null,
  constraint figure_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX figure_changes_day ON public.figure_changes USING btree (day);

create table figure_day_outcomes (
  day timestamp with time zone not null,
  status text not null,
  orders integer not null,
  constraint figure_day_outcomes_pkey PRIMARY KEY (day, status),
  constraint figure_day_outcomes_day_fkey FOREIGN KEY (day) REFERENCES figure_days(day)
);

create table figure_day_sums (
  day timestamp with time zone not null,
  income_code text not null,
  outcome_code text not null,
  completed integer not null,
  turnover numeric not null,
  spread numeric not null,
  fees numeric not null,
  kept numeric not null,
  network numeric not null,
  referral numeric not null,
  losses numeric not null,
  earnings numeric not null,
  turnover_rub numeric not null,
  earnings_rub numeric not null,
  no_rub integer not null,
  constraint figure_day_sums_pkey PRIMARY KEY (day, income_code, outcome_code),
  constraint figure_day_sums_day_fkey FOREIGN KEY (day) REFERENCES figure_days(day)
);

create table figure_days (
  day timestamp with time zone not null,
  created integer not null,
  unknown integer not null,
  constraint figure_days_pkey PRIMARY KEY (day)
);

create table figure_month_steps (
  month timestamp with time zone not null,
  step text not null,
  seconds integer not null,
  orders integer not null,
  constraint figure_month_steps_pkey PRIMARY KEY (month, step, seconds),
  constraint figure_month_steps_month_fkey FOREIGN KEY (month) REFERENCES figure_months(month),
  constraint figure_month_steps_step_check CHECK ((step = ANY (ARRAY['pay'::text, 'confirm'::text, 'payout'::text])))
);

create table figure_months (
  month timestamp with time zone not null,
  constraint figure_months_pkey PRIMARY KEY (month)
);

create table fixed_prices (
  symbol text not null,
  base text not null,
  quote text not null,
  price numeric not null,
  until timestamp with time zone not null,
  constraint fixed_prices_pkey PRIMARY KEY (symbol),
  constraint fixed_prices_check CHECK ((quote <> base)),
  constraint fixed_prices_check1 CHECK (((symbol = base) OR (symbol = quote))),
  constraint fixed_prices_price_check CHECK ((price > (0)::numeric))
);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  response_sealed bytea not null,
  headers jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);

create table incident_causes (
  kind text not null,
  subject text not null,
  cause text not null,
  called_at timestamp with time zone not null,
  constraint incident_causes_pkey PRIMARY KEY (kind, subject, cause)
);

create table incidents (
  id uuid not null,
  kind text not null,
  subject text not null,
  detail jsonb not null default '{}'::jsonb,
  times integer not null default 1,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by uuid,
  note text,
  alarmed_at timestamp with time zone,
  cause_over_at timestamp with time zone,
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint incidents_check CHECK (((closed_at IS NULL) = (note IS NULL))),
  constraint incidents_check1 CHECK (((closed_by IS NULL) OR (closed_at IS NOT NULL))),
  constraint incidents_times_check CHECK ((times > 0))
);
CREATE INDEX incidents_cause ON public.incidents USING btree (kind, subject) WHERE (cause_over_at IS NULL);
CREATE INDEX incidents_last_at ON public.incidents USING btree (last_at DESC);
CREATE INDEX incidents_not_alarmed ON public.incidents USING btree (first_at) WHERE (alarmed_at IS NULL);
CREATE UNIQUE INDEX incidents_one_open ON public.incidents USING btree (kind, subject) WHERE (closed_at IS NULL);
CREATE INDEX incidents_page ON public.incidents USING btree (((closed_at IS NOT NULL)), last_at DESC, id);

create table invitations (
  id uuid not null,
  email text not null,
  role text not null,
  locale text not null,
  version integer not null default 1,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (lower(email)) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

create table issuing_banks (
  id text not null,
  name_ru text not null,
  name_en text not null,
  sort integer not null,
  constraint issuing_banks_pkey PRIMARY KEY (id),
  constraint issuing_banks_id_check CHECK ((id ~ '^[a-z0-9_]{2,40}$'::text))
);

create table jobs_report (
  only_row boolean not null default true,
  at timestamp with time zone not null,
  constraint jobs_report_pkey PRIMARY KEY (only_row),
  constraint jobs_report_only_row_check CHECK (only_row)
);

create table known_devices (
  user_id uuid not null,
  device_hash bytea not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table leases (
  subject_kind text not null,
  subject_id text not null,
  operator_id uuid not null,
  until timestamp with time zone not null,
  constraint leases_pkey PRIMARY KEY (subject_kind, subject_id),
  constraint leases_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id)
);

create table ledger_chain (
  number bigint not null,
  transfer_id uuid not null,
  hash bytea not null,
  is_ours boolean not null,
  constraint ledger_chain_transfer_id_key UNIQUE (transfer_id),
  constraint ledger_chain_pkey PRIMARY KEY (number),
  constraint ledger_chain_hash_check CHECK ((length(hash) = 32))
);
CREATE TRIGGER ledger_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_chain_check (
  only_one boolean not null default true,
  checked_at timestamp with time zone not null,
  links bigint not null,
  problem text,
  constraint ledger_chain_check_pkey PRIMARY KEY (only_one),
  constraint ledger_chain_check_only_one_check CHECK (only_one)
);

create table ledger_chain_head (
  only_one boolean not null default true,
  shop_id uuid not null,
  started_at timestamp with time zone not null,
  number bigint not null,
  hash bytea not null,
  takes_unmarked boolean not null,
  signature text not null,
  signed_at timestamp with time zone not null,
  next_xact xid8 not null,
  next_id uuid not null,
  constraint ledger_chain_head_pkey PRIMARY KEY (only_one),
  constraint ledger_chain_head_only_one_check CHECK (only_one)
);

create table ledger_entries (
  transfer_id uuid not null,
  line integer not null,
  asset text not null,
  wallet text not null,
  amount numeric not null,
  account_kind text not null,
  account_of text not null,
  constraint ledger_entries_pkey PRIMARY KEY (transfer_id, line),
  constraint ledger_entries_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfers(id),
  constraint ledger_entries_wallet_asset_fkey FOREIGN KEY (wallet, asset) REFERENCES wallets(id, asset),
  constraint ledger_entries_account_kind_check CHECK ((account_kind = ANY (ARRAY['treasury'::text, 'transit_out'::text, 'order_in'::text, 'order_out'::text, 'fx'::text, 'suspense'::text, 'income'::text, 'expense'::text, 'referral'::text, 'reward'::text, 'withdrawal'::text, 'equity'::text]))),
  constraint ledger_entries_amount_check CHECK ((amount <> (0)::numeric))
);
CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account_kind, account_of);
CREATE INDEX ledger_entries_wallet ON public.ledger_entries USING btree (wallet);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_seals (
  day date not null,
  number bigint not null,
  hash bytea not null,
  mailed_at timestamp with time zone not null,
  constraint ledger_seals_pkey PRIMARY KEY (day)
);
CREATE TRIGGER ledger_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_transfers (
  id uuid not null,
  kind text not null,
  phase text not null,
  pending_id uuid,
  order_id text,
  actor text not null,
  actor_id text,
  reason text,
  created_at timestamp with time zone not null default now(),
  withdrawal_id text,
  xact xid8 default pg_current_xact_id(),
  mark text,
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_pending_id_fkey FOREIGN KEY (pending_id) REFERENCES ledger_transfers(id),
  constraint ledger_transfers_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id),
  constraint ledger_transfers_check CHECK (((phase = ANY (ARRAY['pending_posted'::text, 'pending_voided'::text])) = (pending_id IS NOT NULL))),
  constraint ledger_transfers_check1 CHECK ((num_nonnulls(order_id, withdrawal_id) <= 1)),
  constraint ledger_transfers_phase_check CHECK ((phase = ANY (ARRAY['posted'::text, 'pending'::text, 'pending_posted'::text, 'pending_voided'::text])))
);
CREATE INDEX ledger_transfers_order ON public.ledger_transfers USING btree (order_id);
CREATE UNIQUE INDEX ledger_transfers_resolved_once ON public.ledger_transfers USING btree (pending_id) WHERE (pending_id IS NOT NULL);
CREATE INDEX ledger_transfers_withdrawal ON public.ledger_transfers USING btree (withdrawal_id) WHERE (withdrawal_id IS NOT NULL);
CREATE INDEX ledger_transfers_xact ON public.ledger_transfers USING btree (xact, id);
CREATE INDEX ledger_treasury ON public.ledger_transfers USING btree (created_at DESC, id) WHERE ((kind = 'treasury'::text) AND (actor = 'operator'::text));
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table letters (
  id text not null,
  recipient text not null,
  subjects text[] not null,
  topic text,
  locale text not null,
  letter_sealed bytea not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  constraint letters_pkey PRIMARY KEY (id)
);
CREATE INDEX letters_created ON public.letters USING btree (created_at DESC);
CREATE INDEX letters_recipient ON public.letters USING btree (recipient, created_at DESC);
CREATE INDEX letters_subjects ON public.letters USING gin (subjects);

create table mail_checks (
  id uuid not null,
  recipient text not null,
  locale text not null,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  constraint mail_checks_pkey PRIMARY KEY (id),
  constraint mail_checks_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint mail_checks_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text])))
);
CREATE INDEX mail_checks_asked ON public.mail_checks USING btree (asked_at DESC);

create table mail_choices (
  recipient text not null,
  choice text not null,
  off_at timestamp with time zone not null,
  constraint mail_choices_pkey PRIMARY KEY (recipient, choice)
);

create table mail_news (
  subject text not null,
  recipient text not null,
  version integer not null,
  topic text not null,
  is_paid boolean not null,
  changed_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  kind text not null,
  constraint mail_news_pkey PRIMARY KEY (kind, subject)
);
CREATE INDEX mail_news_due ON public.mail_news USING btree (due_at);
CREATE INDEX mail_news_recipient ON public.mail_news USING btree (recipient);

create table mail_recipients (
  recipient text not null,
  claimed_until timestamp with time zone not null,
  next_at timestamp with time zone not null,
  attempts integer not null default 0,
  failing_since timestamp with time zone,
  constraint mail_recipients_pkey PRIMARY KEY (recipient)
);

create table market_lease (
  name text not null,
  holder uuid not null,
  until timestamp with time zone not null,
  constraint market_lease_pkey PRIMARY KEY (name)
);

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table missed_promises (
  order_id text not null,
  missed_at timestamp with time zone,
  promised_at timestamp with time zone,
  next_look_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint missed_promises_pkey PRIMARY KEY (order_id),
  constraint missed_promises_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX missed_promises_next ON public.missed_promises USING btree (next_look_at);

create table notice_choices (
  user_id uuid not null,
  channel text not null,
  event text not null,
  off_at timestamp with time zone not null,
  constraint notice_choices_pkey PRIMARY KEY (user_id, channel, event),
  constraint notice_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notices (
  xact xid8 not null default pg_current_xact_id(),
  nr bigint not null,
  channel text not null,
  payload text not null,
  constraint notices_pkey PRIMARY KEY (xact, nr)
);

create table order_events (
  order_id text not null,
  version integer not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_id text,
  note text,
  at timestamp with time zone not null,
  constraint order_events_pkey PRIMARY KEY (order_id, version),
  constraint order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_events_by_operator ON public.order_events USING btree (at, actor_id) WHERE (actor = ANY (ARRAY['operator'::text, 'second_operator'::text]));
CREATE TRIGGER order_events_append_only BEFORE DELETE OR TRUNCATE ON public.order_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_events_only_emptied BEFORE UPDATE ON public.order_events FOR EACH ROW EXECUTE FUNCTION refuse_change_but_emptying();

create table order_handovers (
  id text not null,
  order_id text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  constraint order_handovers_token_hash_key UNIQUE (token_hash),
  constraint order_handovers_pkey PRIMARY KEY (id),
  constraint order_handovers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_handovers_by_order ON public.order_handovers USING btree (order_id);
CREATE INDEX order_handovers_unused ON public.order_handovers USING btree (expires_at) WHERE (opened_at IS NULL);

create table order_results (
  order_id text not null,
  ended_at timestamp with time zone not null,
  outcome text not null,
  income_code text not null,
  outcome_code text not null,
  income_wallet text not null,
  outcome_wallet text not null,
  income_amount numeric not null,
  outcome_amount numeric not null,
  fees numeric not null,
  spread numeric not null,
  income_usd numeric,
  outcome_usd numeric,
  rub_usd numeric,
  kept_usd numeric,
  network_usd numeric,
  referral_usd numeric,
  losses_usd numeric,
  pay_seconds integer,
  confirm_seconds integer,
  payout_seconds integer,
  promised_at timestamp with time zone,
  constraint order_results_pkey PRIMARY KEY (order_id),
  constraint order_results_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_results_outcome_check CHECK ((outcome = ANY (ARRAY['completed'::text, 'refunded'::text])))
);
CREATE INDEX order_results_ended ON public.order_results USING btree (ended_at);
CREATE INDEX order_results_promises ON public.order_results USING btree (ended_at) INCLUDE (promised_at) WHERE (outcome = 'completed'::text);
CREATE TRIGGER order_results_added AFTER INSERT ON public.order_results FOR EACH ROW WHEN ((new.ended_at < date_trunc('day'::text, now(), 'Europe/Moscow'::text))) EXECUTE FUNCTION record_figure_change('ended_at');
CREATE TRIGGER order_results_changed AFTER UPDATE ON public.order_results FOR EACH ROW WHEN (((LEAST(old.ended_at, new.ended_at) < date_trunc('day'::text, now(), 'Europe/Moscow'::text)) AND (old.* IS DISTINCT FROM new.*))) EXECUTE FUNCTION record_figure_change('ended_at');
CREATE TRIGGER order_results_deleted AFTER DELETE ON public.order_results FOR EACH ROW WHEN ((old.ended_at < date_trunc('day'::text, now(), 'Europe/Moscow'::text))) EXECUTE FUNCTION record_figure_change('ended_at');

create table order_search (
  order_id text not null,
  at timestamp with time zone not null,
  terms bigint[] not null
);
CREATE INDEX order_search_newest ON public.order_search USING btree (at DESC);
CREATE INDEX order_search_order ON public.order_search USING btree (order_id);
CREATE INDEX order_search_terms ON public.order_search USING gin (terms) WITH (gin_pending_list_limit='512');

create table order_search_progress (
  id boolean not null default true,
  key_mark bytea not null,
  before_at timestamp with time zone not null,
  before_id text not null,
  taken bigint not null default 0,
  done_at timestamp with time zone,
  constraint order_search_progress_pkey PRIMARY KEY (id),
  constraint order_search_progress_id_check CHECK (id)
);

create table orders (
  id text not null,
  status text not null,
  version integer not null default 1,
  user_id uuid,
  email text not null,
  locale text not null,
  ip text,
  income_code text not null,
  outcome_code text not null,
  income_amount numeric not null,
  outcome_amount numeric not null,
  quote jsonb not null,
  rate_type text not null,
  income_requisites_sealed bytea not null,
  income_requisites_masked jsonb not null,
  outcome_requisites_sealed bytea not null,
  outcome_requisites_masked jsonb not null,
  outcome_fingerprint bytea not null,
  slot_id uuid,
  hold_id uuid,
  hold_amount numeric,
  requisites jsonb,
  requisites_reference text,
  rail_reference_rail text,
  confirmations integer,
  required_confirmations integer,
  received_amount numeric not null default 0,
  credited_amount numeric not null default 0,
  income_tx_hash text,
  outcome_tx_hash text,
  claim jsonb,
  requote jsonb,
  reason text,
  created_at timestamp with time zone not null,
  status_changed_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  rate_locked_until timestamp with time zone,
  first_seen_at timestamp with time zone,
  surplus_returned numeric not null default 0,
  payment_deadline timestamp with time zone,
  income_wallet text not null,
  outcome_wallet text not null,
  refund_fee numeric not null default 0,
  refund_terms jsonb,
  returns_by_payment boolean not null default false,
  promised_minutes integer,
  is_promise_measured boolean,
  first_agreement jsonb,
  constraint orders_completed_counted TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_income_code_fkey FOREIGN KEY (income_code) REFERENCES payment_systems(code),
  constraint orders_income_wallet_fkey FOREIGN KEY (income_wallet) REFERENCES wallets(id),
  constraint orders_outcome_code_fkey FOREIGN KEY (outcome_code) REFERENCES payment_systems(code),
  constraint orders_outcome_wallet_fkey FOREIGN KEY (outcome_wallet) REFERENCES wallets(id),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint orders_income_amount_check CHECK ((income_amount > (0)::numeric)),
  constraint orders_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text]))),
  constraint orders_outcome_amount_check CHECK ((outcome_amount > (0)::numeric)),
  constraint orders_promised_minutes_check CHECK ((promised_minutes >= 1)),
  constraint orders_rate_type_check CHECK ((rate_type = ANY (ARRAY['fixed'::text, 'floating'::text]))),
  constraint orders_refund_fee_check CHECK ((refund_fee >= (0)::numeric)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['awaiting_verification'::text, 'awaiting_requisites'::text, 'awaiting_payment'::text, 'payment_claimed'::text, 'payment_detected'::text, 'moderation'::text, 'compliance_hold'::text, 'requote'::text, 'paid'::text, 'payout_pending'::text, 'payout_sent'::text, 'payout_failed'::text, 'completed'::text, 'refund_pending'::text, 'refunded'::text, 'expired'::text, 'cancelled'::text, 'payment_failed'::text, 'rejected'::text]))),
  constraint orders_surplus_returned_check CHECK ((surplus_returned >= (0)::numeric))
);
CREATE INDEX orders_calling ON public.orders USING btree (status_changed_at) WHERE ((status <> ALL (ARRAY['completed'::text, 'refunded'::text, 'expired'::text, 'cancelled'::text, 'payment_failed'::text, 'rejected'::text, 'awaiting_confirmation'::text, 'awaiting_requisites'::text, 'awaiting_payment'::text])) OR (received_amount > (credited_amount + surplus_returned)));
CREATE INDEX orders_completed ON public.orders USING btree (created_at DESC) WHERE (status = 'completed'::text);
CREATE INDEX orders_deadline ON public.orders USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX orders_email ON public.orders USING btree (lower(email) text_pattern_ops);
CREATE INDEX orders_ended_status ON public.orders USING btree (status_changed_at, id) INCLUDE (status) WHERE (status = ANY (ARRAY['completed'::text, 'refunded'::text, 'expired'::text, 'cancelled'::text, 'payment_failed'::text, 'rejected'::text]));
CREATE INDEX orders_network ON public.orders USING btree (ip, created_at DESC);
CREATE INDEX orders_newest ON public.orders USING btree (created_at DESC, id);
CREATE INDEX orders_open ON public.orders USING btree (status, created_at) WHERE (status <> ALL (ARRAY['completed'::text, 'refunded'::text, 'expired'::text, 'cancelled'::text, 'payment_failed'::text, 'rejected'::text]));
CREATE INDEX orders_open_unpaid ON public.orders USING btree (ip text_pattern_ops) WHERE ((received_amount = (0)::numeric) AND ((hold_id IS NOT NULL) OR (status = ANY (ARRAY['payment_claimed'::text, 'moderation'::text]))));
CREATE INDEX orders_own ON public.orders USING btree (user_id, created_at DESC, id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX orders_requisites ON public.orders USING btree (rail_reference_rail, requisites_reference) WHERE (requisites_reference IS NOT NULL);
CREATE INDEX orders_snapshot ON public.orders USING btree (((quote ->> 'snapshot_id'::text)));
CREATE INDEX orders_status ON public.orders USING btree (status, created_at DESC, id);
CREATE INDEX orders_unpaid ON public.orders USING btree (outcome_wallet) WHERE ((hold_id IS NOT NULL) AND (received_amount = (0)::numeric));
CREATE TRIGGER orders_added_to_past AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.created_at < date_trunc('day'::text, now(), 'Europe/Moscow'::text))) EXECUTE FUNCTION record_figure_change('created_at', 'status_changed_at');
CREATE CONSTRAINT TRIGGER orders_completed_counted AFTER UPDATE OF status ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.status = 'completed'::text) AND (old.status <> 'completed'::text))) EXECUTE FUNCTION count_completed_order();
CREATE TRIGGER orders_deleted_from_past AFTER DELETE ON public.orders FOR EACH ROW WHEN ((old.created_at < date_trunc('day'::text, now(), 'Europe/Moscow'::text))) EXECUTE FUNCTION record_figure_change('created_at', 'status_changed_at');
CREATE TRIGGER orders_outcome_changed AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.status_changed_at IS DISTINCT FROM new.status_changed_at)) OR (old.created_at IS DISTINCT FROM new.created_at)) AND ((old.created_at <> new.created_at) OR ((old.status = ANY (ARRAY['completed'::text, 'refunded'::text, 'expired'::text, 'cancelled'::text, 'payment_failed'::text, 'rejected'::text])) AND (old.status_changed_at < date_trunc('day'::text, now(), 'Europe/Moscow'::text))) OR ((new.status = ANY (ARRAY['completed'::text, 'refunded'::text, 'expired'::text, 'cancelled'::text, 'payment_failed'::text, 'rejected'::text])) AND (new.status_changed_at < date_trunc('day'::text, now(), 'Europe/Moscow'::text)))))) EXECUTE FUNCTION record_figure_change('created_at', 'status_changed_at');

create table partner_keys (
  id text not null,
  user_id uuid not null,
  name text not null,
  mode text not null,
  scopes text[] not null,
  networks text[] not null,
  secret_sealed bytea not null,
  secret_since timestamp with time zone not null,
  old_secret_sealed bytea,
  old_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_ip text,
  revoked_at timestamp with time zone,
  revoked_by text,
  revoked_reason text,
  constraint partner_keys_pkey PRIMARY KEY (id),
  constraint partner_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint partner_keys_check CHECK (((old_secret_sealed IS NULL) = (old_secret_until IS NULL))),
  constraint partner_keys_check1 CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  constraint partner_keys_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
  constraint partner_keys_revoked_by_check CHECK ((revoked_by = ANY (ARRAY['partner'::text, 'office'::text, 'cut_off'::text])))
);
CREATE INDEX partner_keys_by_user ON public.partner_keys USING btree (user_id, created_at);

create table partner_orders (
  order_id text not null,
  user_id uuid not null,
  key_id text not null,
  mode text not null,
  created_at timestamp with time zone not null,
  constraint partner_orders_pkey PRIMARY KEY (order_id),
  constraint partner_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) DEFERRABLE INITIALLY DEFERRED,
  constraint partner_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint partner_orders_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text])))
);
CREATE INDEX partner_orders_by_key ON public.partner_orders USING btree (key_id, created_at DESC);
CREATE INDEX partner_orders_by_user ON public.partner_orders USING btree (user_id, created_at DESC, order_id);

create table partner_shares (
  id uuid not null,
  user_id uuid not null,
  since timestamp with time zone not null,
  share_ppm integer not null,
  set_by uuid not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint partner_shares_pkey PRIMARY KEY (id),
  constraint partner_shares_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id),
  constraint partner_shares_user_id_fkey FOREIGN KEY (user_id) REFERENCES partners(user_id) ON DELETE CASCADE,
  constraint partner_shares_share_ppm_check CHECK (((share_ppm >= 0) AND (share_ppm <= 1000000)))
);
CREATE INDEX partner_shares_in_force ON public.partner_shares USING btree (user_id, since DESC, created_at DESC);

create table partner_signatures (
  hash bytea not null,
  key_id text not null,
  seen_at timestamp with time zone not null,
  constraint partner_signatures_pkey PRIMARY KEY (hash),
  constraint partner_signatures_key_id_fkey FOREIGN KEY (key_id) REFERENCES partner_keys(id) ON DELETE CASCADE
);
CREATE INDEX partner_signatures_by_key ON public.partner_signatures USING btree (key_id, seen_at);
CREATE INDEX partner_signatures_by_time ON public.partner_signatures USING btree (seen_at);

create table partners (
  user_id uuid not null,
  created_at timestamp with time zone not null,
  requests_per_minute integer,
  orders_per_day integer,
  open_orders integer,
  reserve_percent integer,
  suspended_at timestamp with time zone,
  suspended_reason text,
  version integer not null default 1,
  constraint partners_pkey PRIMARY KEY (user_id),
  constraint partners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint partners_check CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL))),
  constraint partners_open_orders_check CHECK (((open_orders >= 0) AND (open_orders <= 1000))),
  constraint partners_orders_per_day_check CHECK (((orders_per_day >= 0) AND (orders_per_day <= 100000))),
  constraint partners_requests_per_minute_check CHECK (((requests_per_minute >= 1) AND (requests_per_minute <= 6000))),
  constraint partners_reserve_percent_check CHECK (((reserve_percent >= 0) AND (reserve_percent <= 100)))
);

create table passkey_challenges (
  session_hash bytea not null,
  purpose text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (session_hash, purpose),
  constraint passkey_challenges_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'authentication'::text])))
);

create table passkey_sign_ins (
  browser_hash bytea not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_sign_ins_pkey PRIMARY KEY (browser_hash)
);

create table passkeys (
  id text not null,
  user_id uuid not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

create table payment_systems (
  code text not null,
  kind text not null,
  name jsonb not null,
  currency text not null,
  asset text not null,
  market_symbol text not null,
  network text,
  scale integer not null,
  precision integer not null,
  rail text not null,
  rail_settings jsonb not null default '{}'::jsonb,
  min_amount numeric not null,
  max_amount numeric not null,
  reserve_buffer numeric not null default 0,
  network_fee numeric not null default 0,
  required_confirmations integer not null default 0,
  income_enabled boolean not null default true,
  outcome_enabled boolean not null default true,
  referal_output_enabled boolean not null default false,
  income_fields jsonb not null default '[]'::jsonb,
  outcome_fields jsonb not null default '[]'::jsonb,
  mark jsonb not null,
  sort integer not null default 0,
  aliases text[] not null default '{}'::text[],
  income_wallet text not null,
  outcome_wallet text not null,
  stage text not null default 'ready'::text,
  changed_at timestamp with time zone default now(),
  constraint payment_systems_pkey PRIMARY KEY (code),
  constraint payment_systems_asset_scale_fkey FOREIGN KEY (asset, scale) REFERENCES assets(code, scale),
  constraint payment_systems_income_wallet_asset_fkey FOREIGN KEY (income_wallet, asset) REFERENCES wallets(id, asset),
  constraint payment_systems_outcome_wallet_asset_fkey FOREIGN KEY (outcome_wallet, asset) REFERENCES wallets(id, asset),
  constraint payment_systems_check CHECK ((("precision" >= 0) AND ("precision" <= scale))),
  constraint payment_systems_check1 CHECK ((max_amount >= min_amount)),
  constraint payment_systems_check2 CHECK (((stage = 'ready'::text) OR (NOT (income_enabled OR outcome_enabled)))),
  constraint payment_systems_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'bank_account'::text, 'fast_payment'::text, 'e_wallet'::text, 'crypto'::text, 'cash'::text]))),
  constraint payment_systems_min_amount_check CHECK ((min_amount > (0)::numeric)),
  constraint payment_systems_network_fee_check CHECK ((network_fee >= (0)::numeric)),
  constraint payment_systems_required_confirmations_check CHECK ((required_confirmations >= 0)),
  constraint payment_systems_reserve_buffer_check CHECK ((reserve_buffer >= (0)::numeric)),
  constraint payment_systems_scale_check CHECK (((scale >= 0) AND (scale <= 30))),
  constraint payment_systems_stage_check CHECK ((stage = ANY (ARRAY['draft'::text, 'ready'::text, 'archived'::text])))
);
CREATE TRIGGER payment_systems_changed BEFORE UPDATE ON public.payment_systems FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION note_change();

create table payout_limits (
  version integer not null,
  value jsonb not null,
  set_by uuid not null,
  set_at timestamp with time zone not null default now(),
  constraint payout_limits_pkey PRIMARY KEY (version),
  constraint payout_limits_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id),
  constraint payout_limits_version_check CHECK ((version > 0))
);
CREATE TRIGGER payout_limits_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_limits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table payout_tasks (
  reference uuid not null,
  subject_id text not null,
  payment_system_code text not null,
  amount numeric not null,
  destination_masked jsonb not null,
  state text not null,
  asked_at timestamp with time zone not null,
  taken_by uuid,
  taken_at timestamp with time zone,
  bank_reference text,
  reason text,
  ended_by uuid,
  ended_at timestamp with time zone,
  told_at timestamp with time zone,
  proof_key text,
  proof_size integer,
  blames_destination boolean not null default false,
  proof_shown boolean not null default false,
  may_be_sent boolean not null default false,
  former_holders uuid[] not null default '{}'::uuid[],
  constraint payout_tasks_pkey PRIMARY KEY (reference),
  constraint payout_tasks_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint payout_tasks_payment_system_code_fkey FOREIGN KEY (payment_system_code) REFERENCES payment_systems(code),
  constraint payout_tasks_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES users(id),
  constraint payout_tasks_amount_check CHECK ((amount > (0)::numeric)),
  constraint payout_tasks_check CHECK (((state = 'taken'::text) <= (taken_by IS NOT NULL))),
  constraint payout_tasks_check1 CHECK (((NOT may_be_sent) OR (state = ANY (ARRAY['taken'::text, 'sent'::text])))),
  constraint payout_tasks_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'taken'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX payout_tasks_bank_reference ON public.payout_tasks USING btree (payment_system_code, lower(bank_reference)) WHERE (state = 'sent'::text);
CREATE INDEX payout_tasks_ended ON public.payout_tasks USING btree (ended_at) WHERE (state = ANY (ARRAY['sent'::text, 'failed'::text]));
CREATE INDEX payout_tasks_news ON public.payout_tasks USING btree (ended_at) WHERE ((told_at IS NULL) AND (state = ANY (ARRAY['sent'::text, 'failed'::text])));
CREATE INDEX payout_tasks_open ON public.payout_tasks USING btree (asked_at, reference) WHERE (state = ANY (ARRAY['waiting'::text, 'taken'::text]));
CREATE INDEX payout_tasks_shown ON public.payout_tasks USING btree (subject_id) WHERE proof_shown;

create table payouts (
  id uuid not null,
  order_id text,
  purpose text not null,
  attempt integer not null,
  rail text not null,
  payment_system_code text not null,
  amount numeric not null,
  state text not null,
  external_id text,
  tx_hash text,
  confirmations integer,
  required_confirmations integer,
  reason text,
  claimed_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  unknown_since timestamp with time zone,
  taken_by uuid,
  asking_until timestamp with time zone,
  wallet text not null,
  withdrawal_id text,
  constraint payouts_order_id_purpose_attempt_key UNIQUE (order_id, purpose, attempt),
  constraint payouts_withdrawal_id_attempt_key UNIQUE (withdrawal_id, attempt),
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payouts_payment_system_code_fkey FOREIGN KEY (payment_system_code) REFERENCES payment_systems(code),
  constraint payouts_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES users(id),
  constraint payouts_wallet_fkey FOREIGN KEY (wallet) REFERENCES wallets(id),
  constraint payouts_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id),
  constraint payouts_amount_check CHECK ((amount > (0)::numeric)),
  constraint payouts_check CHECK ((num_nonnulls(order_id, withdrawal_id) = 1)),
  constraint payouts_check1 CHECK (((withdrawal_id IS NULL) OR (purpose = 'payout'::text))),
  constraint payouts_purpose_check CHECK ((purpose = ANY (ARRAY['payout'::text, 'refund'::text, 'surplus'::text]))),
  constraint payouts_queued_check CHECK (((state <> 'queued'::text) OR (purpose = 'surplus'::text))),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'claimed'::text, 'accepted'::text, 'unknown'::text, 'by_hand'::text, 'executed'::text, 'failed'::text]))),
  constraint payouts_taken_check CHECK (((state <> 'by_hand'::text) OR (taken_by IS NOT NULL)))
);
CREATE INDEX payouts_claimed ON public.payouts USING btree (claimed_at);
CREATE INDEX payouts_external ON public.payouts USING btree (lower(external_id) text_pattern_ops) WHERE (external_id IS NOT NULL);
CREATE INDEX payouts_leaving ON public.payouts USING btree (wallet, claimed_at) WHERE (state <> ALL (ARRAY['failed'::text, 'queued'::text]));
CREATE INDEX payouts_open ON public.payouts USING btree (updated_at) WHERE (state = ANY (ARRAY['queued'::text, 'claimed'::text, 'accepted'::text, 'unknown'::text, 'by_hand'::text]));
CREATE UNIQUE INDEX payouts_single_live ON public.payouts USING btree (order_id) WHERE ((state <> 'failed'::text) AND (purpose <> 'surplus'::text));
CREATE UNIQUE INDEX payouts_single_live_withdrawal ON public.payouts USING btree (withdrawal_id) WHERE ((withdrawal_id IS NOT NULL) AND (state <> 'failed'::text));
CREATE UNIQUE INDEX payouts_single_surplus ON public.payouts USING btree (order_id) WHERE ((state <> ALL (ARRAY['executed'::text, 'failed'::text])) AND (purpose = 'surplus'::text));
CREATE INDEX payouts_tx ON public.payouts USING btree (lower(tx_hash) text_pattern_ops) WHERE (tx_hash IS NOT NULL);

create table pool_requisites (
  id uuid not null,
  payment_system_code text not null,
  values_sealed bytea not null,
  values_masked jsonb not null,
  fingerprint bytea not null,
  last_digits text not null,
  owner_name text not null,
  bank text not null,
  note text not null default ''::text,
  sharing text not null,
  min_amount numeric,
  max_amount numeric,
  daily_amount numeric,
  daily_count integer,
  monthly_amount numeric,
  monthly_count integer,
  works_from integer,
  works_until integer,
  rest_minutes integer not null default 0,
  state text not null default 'active'::text,
  frozen_reason text,
  version integer not null default 1,
  last_given_at timestamp with time zone,
  freed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by uuid,
  updated_at timestamp with time zone not null,
  constraint pool_requisites_pkey PRIMARY KEY (id),
  constraint pool_requisites_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint pool_requisites_payment_system_code_fkey FOREIGN KEY (payment_system_code) REFERENCES payment_systems(code),
  constraint pool_requisites_check CHECK (((works_from IS NULL) = (works_until IS NULL))),
  constraint pool_requisites_daily_amount_check CHECK ((daily_amount > (0)::numeric)),
  constraint pool_requisites_daily_count_check CHECK ((daily_count >= 0)),
  constraint pool_requisites_max_amount_check CHECK ((max_amount > (0)::numeric)),
  constraint pool_requisites_min_amount_check CHECK ((min_amount > (0)::numeric)),
  constraint pool_requisites_monthly_amount_check CHECK ((monthly_amount > (0)::numeric)),
  constraint pool_requisites_monthly_count_check CHECK ((monthly_count >= 0)),
  constraint pool_requisites_rest_minutes_check CHECK (((rest_minutes >= 0) AND (rest_minutes <= 1440))),
  constraint pool_requisites_sharing_check CHECK ((sharing = ANY (ARRAY['single'::text, 'unique_amount'::text]))),
  constraint pool_requisites_state_check CHECK ((state = ANY (ARRAY['active'::text, 'frozen'::text, 'retired'::text]))),
  constraint pool_requisites_works_from_check CHECK (((works_from >= 0) AND (works_from <= 1439))),
  constraint pool_requisites_works_until_check CHECK (((works_until >= 0) AND (works_until <= 1439)))
);
CREATE UNIQUE INDEX pool_requisites_once ON public.pool_requisites USING btree (fingerprint) WHERE (state <> 'retired'::text);
CREATE INDEX pool_requisites_system ON public.pool_requisites USING btree (payment_system_code) WHERE (state <> 'retired'::text);

create table pool_reservations (
  order_id text not null,
  requisite_id uuid not null,
  payment_system_code text not null,
  amount numeric not null,
  state text not null,
  given_at timestamp with time zone not null,
  held_until timestamp with time zone not null,
  ended_at timestamp with time zone,
  received_amount numeric not null default 0,
  received_at timestamp with time zone,
  fingerprint bytea,
  constraint pool_reservations_pkey PRIMARY KEY (order_id),
  constraint pool_reservations_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES pool_requisites(id),
  constraint pool_reservations_amount_check CHECK ((amount > (0)::numeric)),
  constraint pool_reservations_state_check CHECK ((state = ANY (ARRAY['held'::text, 'late'::text, 'received'::text])))
);
CREATE UNIQUE INDEX pool_reservations_one_amount ON public.pool_reservations USING btree (requisite_id, amount) WHERE (state = 'held'::text);
CREATE INDEX pool_reservations_open ON public.pool_reservations USING btree (requisite_id, state, ended_at) WHERE (state <> 'received'::text);
CREATE INDEX pool_reservations_received ON public.pool_reservations USING btree (requisite_id, received_at) WHERE (state = 'received'::text);
CREATE INDEX pool_reservations_recent ON public.pool_reservations USING btree (payment_system_code, given_at);

create table pool_waits (
  order_id text not null,
  payment_system_code text not null,
  since timestamp with time zone not null,
  promised_at timestamp with time zone not null,
  constraint pool_waits_pkey PRIMARY KEY (order_id)
);

create table price_confirmations (
  symbol text not null,
  usd text not null,
  confirmed_by uuid not null,
  confirmed_at timestamp with time zone not null,
  constraint price_confirmations_pkey PRIMARY KEY (symbol),
  constraint price_confirmations_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id)
);

create table processes (
  id uuid not null,
  name text not null,
  seen_at timestamp with time zone not null,
  clock_skew_ms bigint not null,
  constraint processes_pkey PRIMARY KEY (id)
);

create table provider_attempts (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null,
  purpose text not null,
  session_hash bytea,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  constraint provider_attempts_pkey PRIMARY KEY (state_hash),
  constraint provider_attempts_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'link'::text, 'prove'::text])))
);
CREATE INDEX provider_attempts_expiry ON public.provider_attempts USING btree (expires_at);

create table public_notices (
  id uuid not null,
  kind text not null,
  text_ru text not null,
  text_en text not null,
  link text,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  dismissible boolean not null,
  revision integer not null default 1,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  withdrawn_by uuid,
  withdrawn_at timestamp with time zone,
  constraint public_notices_tstzrange_excl EXCLUDE USING gist (tstzrange(from_at, until_at) WITH &&) WHERE ((withdrawn_at IS NULL)),
  constraint public_notices_pkey PRIMARY KEY (id),
  constraint public_notices_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint public_notices_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint public_notices_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id),
  constraint public_notices_check CHECK (((until_at IS NULL) OR (until_at > from_at))),
  constraint public_notices_check1 CHECK (((withdrawn_by IS NULL) = (withdrawn_at IS NULL)))
);
CREATE INDEX public_notices_made ON public.public_notices USING btree (made_at DESC, id);

create table push_keys (
  id integer not null,
  public_key text not null,
  private_sealed bytea not null,
  made_at timestamp with time zone not null,
  constraint push_keys_pkey PRIMARY KEY (id),
  constraint push_keys_id_check CHECK ((id = 1))
);

create table push_subscriptions (
  id uuid not null,
  user_id uuid,
  order_id text,
  endpoint_hash bytea not null,
  subscription_sealed bytea not null,
  name text not null,
  locale text not null,
  added_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_subscriptions_check CHECK (((user_id IS NULL) <> (order_id IS NULL))),
  constraint push_subscriptions_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text])))
);
CREATE UNIQUE INDEX push_subscriptions_browser_order ON public.push_subscriptions USING btree (endpoint_hash, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX push_subscriptions_by_order ON public.push_subscriptions USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX push_subscriptions_by_user ON public.push_subscriptions USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX push_subscriptions_person ON public.push_subscriptions USING btree (endpoint_hash) WHERE (user_id IS NOT NULL);

create table quiet_hours (
  user_id uuid not null,
  from_minute integer not null,
  to_minute integer not null,
  zone text not null,
  constraint quiet_hours_pkey PRIMARY KEY (user_id),
  constraint quiet_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint quiet_hours_check CHECK ((from_minute <> to_minute)),
  constraint quiet_hours_from_minute_check CHECK (((from_minute >= 0) AND (from_minute <= 1439))),
  constraint quiet_hours_to_minute_check CHECK (((to_minute >= 0) AND (to_minute <= 1439)))
);

create table rail_checks (
  code text not null,
  rail text not null,
  settings jsonb not null,
  problem text,
  checked_at timestamp with time zone not null,
  checked_by uuid,
  constraint rail_checks_pkey PRIMARY KEY (code, rail, settings),
  constraint rail_checks_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES users(id)
);

create table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expire ON public.rate_limits USING btree (expire);

create table rate_snapshots (
  id uuid not null,
  taken_at timestamp with time zone not null,
  is_demo boolean not null,
  prices jsonb not null,
  evidence bytea,
  memory jsonb not null default '{}'::jsonb,
  conditions jsonb not null default '{}'::jsonb,
  constraint rate_snapshots_pkey PRIMARY KEY (id),
  constraint rate_snapshots_conditions_check CHECK ((jsonb_typeof(conditions) = 'object'::text))
);
CREATE INDEX rate_snapshots_taken_at ON public.rate_snapshots USING btree (taken_at DESC);

create table rate_source_choice (
  is_only boolean not null default true,
  names text[] not null,
  urls jsonb not null,
  version integer not null,
  chosen_by uuid,
  chosen_at timestamp with time zone not null,
  constraint rate_source_choice_pkey PRIMARY KEY (is_only),
  constraint rate_source_choice_chosen_by_fkey FOREIGN KEY (chosen_by) REFERENCES users(id),
  constraint rate_source_choice_is_only_check CHECK (is_only)
);

create table rate_source_states (
  name text not null,
  kind text not null,
  chosen_by text not null,
  every_ms integer not null,
  max_age_ms bigint not null,
  asked_at timestamp with time zone,
  answered_at timestamp with time zone,
  failures integer not null default 0,
  last_error text,
  last_error_at timestamp with time zone,
  quotes integer not null default 0,
  used_ppm integer,
  constraint rate_source_states_pkey PRIMARY KEY (name),
  constraint rate_source_states_chosen_by_check CHECK ((chosen_by = ANY (ARRAY['environment'::text, 'office'::text]))),
  constraint rate_source_states_kind_check CHECK ((kind = ANY (ARRAY['market'::text, 'reference'::text])))
);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table referral_clicks (
  user_id uuid not null,
  day date not null,
  source text not null,
  clicks bigint not null,
  visitors bigint not null,
  constraint referral_clicks_pkey PRIMARY KEY (user_id, day, source),
  constraint referral_clicks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table referral_orders (
  order_id text not null,
  referral_id uuid not null,
  referrer_id uuid not null,
  at timestamp with time zone not null,
  source jsonb not null default '{}'::jsonb,
  refused text,
  completed_at timestamp with time zone,
  reversed_at timestamp with time zone,
  turnover_rub bigint,
  turnover_usd bigint,
  constraint referral_orders_pkey PRIMARY KEY (order_id),
  constraint referral_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint referral_orders_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referrals(id),
  constraint referral_orders_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id)
);
CREATE INDEX referral_orders_of ON public.referral_orders USING btree (referrer_id, at DESC);
CREATE INDEX referral_orders_referral ON public.referral_orders USING btree (referral_id);
CREATE INDEX referral_orders_refused ON public.referral_orders USING btree (at DESC) WHERE (refused IS NOT NULL);
CREATE INDEX referral_orders_uncounted ON public.referral_orders USING btree (completed_at) WHERE ((completed_at IS NOT NULL) AND (turnover_rub IS NULL));

create table referral_totals (
  user_id uuid not null,
  counted integer not null default 0,
  constraint referral_totals_pkey PRIMARY KEY (user_id),
  constraint referral_totals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint referral_totals_counted_check CHECK ((counted >= 0))
);

create table referrals (
  id uuid not null,
  referrer_id uuid not null,
  user_id uuid,
  customer_id text,
  bound_by text not null,
  bound_at timestamp with time zone not null,
  is_firm boolean not null,
  clicked_at timestamp with time zone not null,
  source jsonb not null default '{}'::jsonb,
  turnover_rub bigint not null default 0,
  turnover_usd bigint not null default 0,
  counted_at timestamp with time zone,
  refused text,
  constraint referrals_customer_id_key UNIQUE (customer_id),
  constraint referrals_user_id_key UNIQUE (user_id),
  constraint referrals_pkey PRIMARY KEY (id),
  constraint referrals_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint referrals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id),
  constraint referrals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint referrals_bound_by_check CHECK ((bound_by = ANY (ARRAY['registration'::text, 'order'::text]))),
  constraint referrals_check CHECK (((user_id IS NOT NULL) OR (customer_id IS NOT NULL)))
);
CREATE INDEX referrals_of ON public.referrals USING btree (referrer_id, bound_at DESC, id);

create table reserve_requests (
  id uuid not null,
  email text not null,
  mailbox text not null,
  phone text,
  user_id uuid,
  locale text not null,
  income_code text,
  outcome_code text not null,
  amount numeric not null,
  state text not null,
  asked_at timestamp with time zone not null,
  said_at timestamp with time zone not null,
  notified_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  end_note text,
  constraint reserve_requests_pkey PRIMARY KEY (id),
  constraint reserve_requests_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint reserve_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reserve_requests_amount_check CHECK ((amount > (0)::numeric)),
  constraint reserve_requests_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  constraint reserve_requests_check1 CHECK (((state <> 'notified'::text) OR (notified_at IS NOT NULL))),
  constraint reserve_requests_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text])))
);
CREATE INDEX reserve_requests_asked ON public.reserve_requests USING btree (asked_at DESC, id);
CREATE UNIQUE INDEX reserve_requests_open ON public.reserve_requests USING btree (mailbox, outcome_code) WHERE (state = 'open'::text);
CREATE INDEX reserve_requests_told ON public.reserve_requests USING btree (outcome_code, notified_at) WHERE (notified_at IS NOT NULL);
CREATE INDEX reserve_requests_user ON public.reserve_requests USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX reserve_requests_waiting ON public.reserve_requests USING btree (outcome_code, asked_at, id) WHERE (state = 'open'::text);

create table reserves (
  wallet text not null,
  posted numeric not null default 0,
  held numeric not null default 0,
  updated_at timestamp with time zone not null default now(),
  constraint reserves_pkey PRIMARY KEY (wallet),
  constraint reserves_wallet_fkey FOREIGN KEY (wallet) REFERENCES wallets(id),
  constraint reserves_held_check CHECK ((held >= (0)::numeric))
);

create table review_answers (
  review_id uuid not null,
  version integer not null,
  body text not null,
  author_id uuid not null,
  at timestamp with time zone not null,
  constraint review_answers_pkey PRIMARY KEY (review_id, version),
  constraint review_answers_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint review_answers_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id),
  constraint review_answers_body_check CHECK ((length(body) <= 2000))
);

create table review_invitations (
  order_id text not null,
  mailbox text not null,
  at timestamp with time zone not null,
  constraint review_invitations_pkey PRIMARY KEY (mailbox),
  constraint review_invitations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);

create table reviews (
  id uuid not null,
  order_id text not null,
  rating integer not null,
  body text not null,
  name text,
  locale text not null,
  state text not null,
  version integer not null default 1,
  written_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  decline_reason text,
  decline_text text,
  constraint reviews_order_id_key UNIQUE (order_id),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint reviews_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint reviews_body_check CHECK ((length(body) <= 2000)),
  constraint reviews_check CHECK (((state = 'declined'::text) = (decline_reason IS NOT NULL))),
  constraint reviews_check1 CHECK (((state <> 'withdrawn'::text) OR ((body = ''::text) AND (name IS NULL)))),
  constraint reviews_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text]))),
  constraint reviews_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'published'::text, 'declined'::text, 'withdrawn'::text])))
);
CREATE INDEX reviews_published ON public.reviews USING btree (written_at DESC, id) WHERE (state = 'published'::text);
CREATE INDEX reviews_written ON public.reviews USING btree (written_at, id);

create table security_events (
  id uuid not null,
  user_id uuid,
  at timestamp with time zone not null,
  topic text not null,
  ip text,
  device text,
  session_hash bytea,
  constraint security_events_pkey PRIMARY KEY (id),
  constraint security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX security_events_at ON public.security_events USING btree (at);
CREATE INDEX security_events_user ON public.security_events USING btree (user_id, at DESC, id) WHERE (user_id IS NOT NULL);

create table sessions (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  factor_given_at timestamp with time zone,
  factor_tries integer not null default 0,
  active_at timestamp with time zone not null default now(),
  ip text,
  device text,
  proved_at timestamp with time zone,
  by_password boolean not null default false,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, last_seen_at DESC);

create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint settings_pkey PRIMARY KEY (key)
);

create table shift_lines (
  shift_id uuid not null,
  wallet text not null,
  payment_system text not null,
  currency text not null,
  scale integer not null,
  ledger numeric not null,
  counted numeric not null,
  approval_id uuid,
  constraint shift_lines_pkey PRIMARY KEY (shift_id, wallet),
  constraint shift_lines_shift_id_fkey FOREIGN KEY (shift_id) REFERENCES shifts(id),
  constraint shift_lines_check CHECK (((ledger = counted) = (approval_id IS NULL))),
  constraint shift_lines_counted_check CHECK ((counted >= (0)::numeric))
);
CREATE TRIGGER shift_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.shift_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table shifts (
  id uuid not null,
  closed_at timestamp with time zone not null,
  closed_by uuid not null,
  note text not null,
  uncounted integer not null,
  constraint shifts_pkey PRIMARY KEY (id),
  constraint shifts_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id)
);
CREATE INDEX shifts_closed_at ON public.shifts USING btree (closed_at DESC, id);
CREATE TRIGGER shifts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.shifts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table shop_settings (
  section text not null,
  value jsonb not null,
  version integer not null,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  constraint shop_settings_pkey PRIMARY KEY (section),
  constraint shop_settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id)
);

create table slot_rules (
  income_code text not null,
  outcome_code text not null,
  outcome_amount numeric not null,
  count integer not null,
  premium_ppm integer not null,
  eta_minutes integer not null,
  enabled boolean not null,
  constraint slot_rules_pkey PRIMARY KEY (income_code, outcome_code, outcome_amount),
  constraint slot_rules_income_code_outcome_code_fkey FOREIGN KEY (income_code, outcome_code) REFERENCES directions(income_code, outcome_code),
  constraint slot_rules_count_check CHECK (((count >= 1) AND (count <= 20))),
  constraint slot_rules_eta_minutes_check CHECK (((eta_minutes >= 1) AND (eta_minutes <= 1440))),
  constraint slot_rules_outcome_amount_check CHECK ((outcome_amount > (0)::numeric)),
  constraint slot_rules_premium_ppm_check CHECK (((premium_ppm >= 0) AND (premium_ppm <= 100000)))
);

create table slots (
  id uuid not null,
  income_code text not null,
  outcome_code text not null,
  kind text not null,
  outcome_amount numeric,
  min_outcome_amount numeric,
  max_outcome_amount numeric,
  premium_ppm integer not null default 0,
  eta_minutes integer not null,
  state text not null default 'available'::text,
  order_id text,
  created_at timestamp with time zone not null default now(),
  rule_key text,
  constraint slots_pkey PRIMARY KEY (id),
  constraint slots_income_code_outcome_code_fkey FOREIGN KEY (income_code, outcome_code) REFERENCES directions(income_code, outcome_code),
  constraint slots_kind_check CHECK ((kind = ANY (ARRAY['express'::text, 'accelerated'::text, 'custom'::text]))),
  constraint slots_outcome_amount_check CHECK ((outcome_amount > (0)::numeric)),
  constraint slots_state_check CHECK ((state = ANY (ARRAY['available'::text, 'held'::text, 'consumed'::text, 'withdrawn'::text])))
);
CREATE INDEX slots_available ON public.slots USING btree (income_code, outcome_code) WHERE (state = 'available'::text);
CREATE INDEX slots_of_rules ON public.slots USING btree (rule_key, state) WHERE (rule_key IS NOT NULL);

create table spent_quotes (
  signature text not null,
  spent_at timestamp with time zone not null,
  quote_hash bytea,
  constraint spent_quotes_quote_hash_key UNIQUE (quote_hash),
  constraint spent_quotes_pkey PRIMARY KEY (signature)
);
CREATE INDEX spent_quotes_spent_at ON public.spent_quotes USING btree (spent_at);

create table switches (
  id uuid not null,
  kind text not null,
  subject text,
  side text not null,
  reason text not null,
  text_ru text,
  text_en text,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  made_by uuid,
  made_at timestamp with time zone not null,
  lifted_by uuid,
  lifted_at timestamp with time zone,
  constraint switches_pkey PRIMARY KEY (id),
  constraint switches_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES users(id),
  constraint switches_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint switches_check CHECK (((until_at IS NULL) OR (until_at > from_at))),
  constraint switches_check1 CHECK (((text_ru IS NULL) = (text_en IS NULL))),
  constraint switches_check2 CHECK (((lifted_by IS NULL) = (lifted_at IS NULL))),
  constraint switches_side_check CHECK ((side = ANY (ARRAY['receive'::text, 'pay'::text, 'both'::text])))
);
CREATE INDEX switches_standing ON public.switches USING btree (from_at) WHERE (lifted_at IS NULL);

create table symbol_rules (
  symbol text not null,
  rule jsonb not null,
  constraint symbol_rules_pkey PRIMARY KEY (symbol)
);

create table telegram_bots (
  bot_id text not null,
  username text,
  seen_at timestamp with time zone,
  next_update bigint,
  last_update_at timestamp with time zone,
  leased_by uuid,
  leased_until timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint telegram_bots_pkey PRIMARY KEY (bot_id)
);

create table telegram_links (
  id uuid not null,
  chat_id text not null,
  user_id uuid,
  order_id text,
  locale text not null,
  linked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by text,
  constraint telegram_links_pkey PRIMARY KEY (id),
  constraint telegram_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint telegram_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint telegram_links_check CHECK (((user_id IS NULL) <> (order_id IS NULL))),
  constraint telegram_links_check1 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint telegram_links_ended_by_check CHECK ((ended_by = ANY (ARRAY['page'::text, 'chat'::text, 'blocked'::text, 'replaced'::text]))),
  constraint telegram_links_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text])))
);
CREATE INDEX telegram_links_by_order ON public.telegram_links USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX telegram_links_by_user ON public.telegram_links USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX telegram_links_chat_order ON public.telegram_links USING btree (chat_id, order_id) WHERE ((order_id IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX telegram_links_ended ON public.telegram_links USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX telegram_links_person ON public.telegram_links USING btree (chat_id) WHERE ((user_id IS NOT NULL) AND (ended_at IS NULL));

create table telegram_messages (
  id uuid not null,
  number bigint not null,
  chat_id text not null,
  body text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  problem text,
  file_key text,
  file_name text,
  constraint telegram_messages_pkey PRIMARY KEY (id),
  constraint telegram_messages_file CHECK (((file_key IS NULL) = (file_name IS NULL)))
);
CREATE INDEX telegram_messages_due ON public.telegram_messages USING btree (due_at) WHERE (sent_at IS NULL);
CREATE INDEX telegram_messages_of_chat ON public.telegram_messages USING btree (chat_id, number) WHERE (sent_at IS NULL);
CREATE INDEX telegram_messages_sent ON public.telegram_messages USING btree (sent_at) WHERE (sent_at IS NOT NULL);

create table telegram_tokens (
  hash bytea not null,
  user_id uuid,
  order_id text,
  locale text not null,
  expires_at timestamp with time zone not null,
  constraint telegram_tokens_pkey PRIMARY KEY (hash),
  constraint telegram_tokens_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint telegram_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint telegram_tokens_check CHECK (((user_id IS NULL) <> (order_id IS NULL))),
  constraint telegram_tokens_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text])))
);
CREATE INDEX telegram_tokens_by_order ON public.telegram_tokens USING btree (order_id);
CREATE INDEX telegram_tokens_by_user ON public.telegram_tokens USING btree (user_id);
CREATE INDEX telegram_tokens_expired ON public.telegram_tokens USING btree (expires_at);

create table telegram_updates (
  bot_id text not null,
  update_id bigint not null,
  handled_at timestamp with time zone not null,
  has_failed boolean not null default false,
  constraint telegram_updates_pkey PRIMARY KEY (bot_id, update_id)
);
CREATE INDEX telegram_updates_by_time ON public.telegram_updates USING btree (handled_at);

create table text_overrides (
  key text not null,
  locale text not null,
  value text not null,
  constraint text_overrides_pkey PRIMARY KEY (key, locale),
  constraint text_overrides_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text])))
);

create table text_tries (
  id uuid not null,
  user_id uuid not null,
  text_id text not null,
  locale text not null,
  values jsonb not null,
  asked_at timestamp with time zone not null,
  constraint text_tries_pkey PRIMARY KEY (id),
  constraint text_tries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint text_tries_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text])))
);
CREATE INDEX text_tries_by_time ON public.text_tries USING btree (asked_at);
CREATE INDEX text_tries_by_user ON public.text_tries USING btree (user_id);

create table text_versions (
  text_id text not null,
  version integer not null,
  values jsonb not null,
  saved_at timestamp with time zone not null,
  saved_by uuid not null,
  constraint text_versions_pkey PRIMARY KEY (text_id, version),
  constraint text_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);

create table totp_factors (
  id uuid not null,
  user_id uuid not null,
  secret_sealed bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint totp_factors_pkey PRIMARY KEY (id),
  constraint totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX totp_factors_confirmed ON public.totp_factors USING btree (user_id) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX totp_factors_user ON public.totp_factors USING btree (user_id);

create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  provider text not null,
  email text,
  linked_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint user_identities_pkey PRIMARY KEY (issuer, subject),
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_identities_user ON public.user_identities USING btree (user_id, provider);

create table user_wallets (
  id uuid not null,
  user_id uuid not null,
  payment_system_code text not null,
  side text not null,
  values_sealed bytea not null,
  values_masked jsonb not null,
  fingerprint bytea not null,
  label text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint user_wallets_user_id_payment_system_code_side_fingerprint_key UNIQUE (user_id, payment_system_code, side, fingerprint),
  constraint user_wallets_pkey PRIMARY KEY (id),
  constraint user_wallets_payment_system_code_fkey FOREIGN KEY (payment_system_code) REFERENCES payment_systems(code),
  constraint user_wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint user_wallets_side_check CHECK ((side = ANY (ARRAY['income'::text, 'outcome'::text])))
);

create table users (
  id uuid not null,
  email text not null,
  password_hash text,
  full_name text,
  role text not null default 'customer'::text,
  locale text not null default 'ru'::text,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  second_factor_since timestamp with time zone,
  disabled_at timestamp with time zone,
  phone text,
  anti_phishing_code text,
  profile_version integer not null default 1,
  is_email_masked boolean not null default false,
  referral_code text default substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 1, 12),
  opened_with text,
  constraint users_referral_code_key UNIQUE (referral_code),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text]))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'support'::text, 'cashier'::text, 'verifier'::text, 'compliance'::text, 'treasurer'::text, 'content'::text, 'auditor'::text, 'owner'::text])))
);
CREATE INDEX users_by_email ON public.users USING btree (lower(email));
CREATE INDEX users_id_text ON public.users USING btree (((id)::text));
CREATE UNIQUE INDEX users_proven_email ON public.users USING btree (lower(email)) WHERE (email_verified_at IS NOT NULL);
CREATE INDEX users_staff ON public.users USING btree (role) WHERE (role <> 'customer'::text);

create table wallets (
  id text not null,
  kind text not null,
  asset text not null,
  owner_id uuid,
  purse text,
  constraint wallets_id_asset_key UNIQUE (id, asset),
  constraint wallets_owner_id_purse_key UNIQUE (owner_id, purse),
  constraint wallets_pkey PRIMARY KEY (id),
  constraint wallets_asset_fkey FOREIGN KEY (asset) REFERENCES assets(code),
  constraint wallets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint wallets_check CHECK ((((kind = 'purse'::text) = (owner_id IS NOT NULL)) AND ((kind = 'purse'::text) = (purse IS NOT NULL)))),
  constraint wallets_kind_check CHECK ((kind = ANY (ARRAY['rail'::text, 'purse'::text]))),
  constraint wallets_purse_check CHECK ((purse = ANY (ARRAY['referral'::text, 'reward'::text])))
);

create table webhook_attempts (
  delivery_id uuid not null,
  number integer not null,
  at timestamp with time zone not null,
  status integer,
  error text,
  ms integer not null,
  answer text not null,
  constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, number),
  constraint webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE
);

create table webhook_deliveries (
  id uuid not null,
  endpoint_id uuid not null,
  event_id text not null,
  line text not null,
  sequence integer not null,
  state text not null,
  attempts integer not null default 0,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  replayed_at timestamp with time zone,
  last_at timestamp with time zone,
  last_status integer,
  last_error text,
  last_ms integer,
  constraint webhook_deliveries_endpoint_id_event_id_key UNIQUE (endpoint_id, event_id),
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_by_endpoint ON public.webhook_deliveries USING btree (endpoint_id, created_at DESC, id);
CREATE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_ending ON public.webhook_deliveries USING btree (ends_at) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (created_at DESC, id) WHERE (state = 'failed'::text);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (endpoint_id, line, sequence, id) WHERE (state = 'pending'::text);

create table webhook_endpoints (
  id uuid not null,
  user_id uuid not null,
  mode text not null,
  url text not null,
  topics text[] not null,
  secret_sealed bytea not null,
  former_secret_sealed bytea,
  former_until timestamp with time zone,
  paused_by text,
  paused_at timestamp with time zone,
  paused_reason text,
  failing_since timestamp with time zone,
  last_taken_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint webhook_endpoints_check CHECK (((paused_by IS NULL) = (paused_at IS NULL))),
  constraint webhook_endpoints_check1 CHECK (((former_secret_sealed IS NULL) = (former_until IS NULL))),
  constraint webhook_endpoints_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
  constraint webhook_endpoints_paused_by_check CHECK ((paused_by = ANY (ARRAY['owner'::text, 'failing'::text, 'gone'::text, 'office'::text, 'cut_off'::text])))
);
CREATE INDEX webhook_endpoints_by_user ON public.webhook_endpoints USING btree (user_id, created_at);

create table webhook_events (
  id text not null,
  user_id uuid not null,
  order_id text,
  sequence integer not null,
  topic text not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint webhook_events_order_id_sequence_key UNIQUE (order_id, sequence),
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX webhook_events_by_time ON public.webhook_events USING btree (created_at);
CREATE INDEX webhook_events_by_user ON public.webhook_events USING btree (user_id);

create table webhook_handovers (
  seq bigint not null,
  event_id text not null,
  constraint webhook_handovers_event_id_key UNIQUE (event_id),
  constraint webhook_handovers_pkey PRIMARY KEY (seq),
  constraint webhook_handovers_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE
);

create table webhook_lines (
  endpoint_id uuid not null,
  line text not null,
  next_at timestamp with time zone not null,
  claimed_until timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint webhook_lines_pkey PRIMARY KEY (endpoint_id, line),
  constraint webhook_lines_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE
);
CREATE INDEX webhook_lines_due ON public.webhook_lines USING btree (next_at);

create table webhook_missed (
  seq bigint not null,
  order_id text not null,
  topic text not null,
  constraint webhook_missed_pkey PRIMARY KEY (seq),
  constraint webhook_missed_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX webhook_missed_by_order ON public.webhook_missed USING btree (order_id, seq);

create table withdrawal_events (
  withdrawal_id text not null,
  version integer not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_id text,
  note text,
  at timestamp with time zone not null,
  constraint withdrawal_events_pkey PRIMARY KEY (withdrawal_id, version),
  constraint withdrawal_events_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id)
);
CREATE TRIGGER withdrawal_events_append_only BEFORE DELETE OR TRUNCATE ON public.withdrawal_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_events_only_emptied BEFORE UPDATE ON public.withdrawal_events FOR EACH ROW EXECUTE FUNCTION refuse_change_but_emptying();

create table withdrawals (
  id text not null,
  status text not null,
  version integer not null,
  user_id uuid not null,
  locale text not null,
  purse text not null,
  purse_wallet text not null,
  purse_amount numeric not null,
  outcome_code text not null,
  outcome_wallet text not null,
  outcome_amount numeric not null,
  requisites_sealed bytea not null,
  requisites_masked jsonb not null,
  token_hash bytea not null,
  purse_hold_id uuid,
  hold_id uuid,
  tx_hash text,
  created_at timestamp with time zone not null,
  status_changed_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  held_until timestamp with time zone,
  is_stopped boolean not null default false,
  promised_at timestamp with time zone,
  outcome_fingerprint bytea,
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_outcome_code_fkey FOREIGN KEY (outcome_code) REFERENCES payment_systems(code),
  constraint withdrawals_outcome_wallet_fkey FOREIGN KEY (outcome_wallet) REFERENCES wallets(id),
  constraint withdrawals_purse_wallet_fkey FOREIGN KEY (purse_wallet) REFERENCES wallets(id),
  constraint withdrawals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint withdrawals_locale_check CHECK ((locale = ANY (ARRAY['ru'::text, 'en'::text]))),
  constraint withdrawals_outcome_amount_check CHECK ((outcome_amount > (0)::numeric)),
  constraint withdrawals_purse_amount_check CHECK ((purse_amount > (0)::numeric)),
  constraint withdrawals_purse_check CHECK ((purse = ANY (ARRAY['referral'::text, 'reward'::text]))),
  constraint withdrawals_status_check CHECK ((status = ANY (ARRAY['awaiting_confirmation'::text, 'payout_pending'::text, 'payout_sent'::text, 'payout_failed'::text, 'completed'::text, 'expired'::text, 'cancelled'::text])))
);
CREATE INDEX withdrawals_deadline ON public.withdrawals USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX withdrawals_destination ON public.withdrawals USING btree (user_id, outcome_fingerprint);
CREATE INDEX withdrawals_held ON public.withdrawals USING btree (held_until) WHERE (held_until IS NOT NULL);
CREATE INDEX withdrawals_newest ON public.withdrawals USING btree (created_at DESC, id);
CREATE INDEX withdrawals_open ON public.withdrawals USING btree (status_changed_at) WHERE (status = 'payout_pending'::text);
CREATE INDEX withdrawals_promised ON public.withdrawals USING btree (promised_at) WHERE (status = ANY (ARRAY['payout_pending'::text, 'payout_sent'::text, 'payout_failed'::text]));
CREATE INDEX withdrawals_user ON public.withdrawals USING btree (user_id, created_at DESC);

create view notice_places as
SELECT 'telegram'::text AS channel,
    telegram_links.id AS place_id,
    telegram_links.user_id,
    telegram_links.order_id
   FROM telegram_links
  WHERE (telegram_links.ended_at IS NULL)
UNION ALL
 SELECT 'push'::text AS channel,
    push_subscriptions.id AS place_id,
    push_subscriptions.user_id,
    push_subscriptions.order_id
   FROM push_subscriptions;
