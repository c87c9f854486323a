import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, useRevalidator } from 'react-router';
import { changeWebhook, createWebhook } from '#contract/partner/webhooks.ts';
import { oneOf } from '#core/closed-list.ts';
import { KEY_MODES, type KeyMode } from '#core/partner/partner.ts';
import { MAX_URL_CHARS, MAX_WEBHOOKS, ORDER_TOPICS, type WebhookTopic } from '#core/webhooks/webhook.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CopyableValue } from '#web/layout/CopyableValue.tsx';
import { Part } from '#web/layout/Part.tsx';
import { usePolling } from '#web/loading/use-polling.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { Deliveries } from './Deliveries.tsx';
import { WebhookCard, type NewSecret } from './WebhookCard.tsx';
import type { Webhook, WebhooksData } from './load-webhooks.ts';

/** Shows a signing secret once; closing needs a tick that it is saved. */
function NewSecretBox({ newSecret, onDone }: { readonly newSecret: NewSecret; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [isSaved, setSaved] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('webhooks.made.title')}
      className="grid max-w-2xl gap-3 rounded-tray border border-time bg-time-tint p-4"
    >
      <p className="font-semibold">{t('webhooks.made.title')}</p>
      <p className="text-sm wrap-anywhere">{t('webhooks.made.hint', { url: newSecret.url })}</p>
      <CopyableValue label={t('webhooks.made.secret')} value={newSecret.secret} />
      <CheckField label={t('webhooks.made.kept')} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button className="justify-self-start" disabled={!isSaved} onClick={onDone}>
        {t('webhooks.made.done')}
      </Button>
    </div>
  );
}

/** Values of the form. */
interface WebhookInput {
  readonly url: string;
  readonly mode: KeyMode;
  readonly events: WebhookTopic[];
}

interface WebhookFormProps {
  /** The webhook to change; undefined: a new one. */
  readonly existing: Webhook | undefined;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly onSubmit: (input: WebhookInput) => void;
  readonly onCancel: () => void;
}

/** URL, mode and events of a webhook. */
function WebhookForm({ existing, isBusy, problem, onSubmit, onCancel }: WebhookFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [url, setUrl] = useState(existing?.url ?? '');
  const [mode, setMode] = useState<KeyMode>(existing?.mode ?? 'sandbox');
  const [isAll, setAll] = useState((existing?.events.length ?? 0) === 0);
  const [events, setEvents] = useState<readonly WebhookTopic[]>(existing?.events ?? []);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ url: url.trim(), mode, events: isAll ? [] : [...events] });
  };
  const toggle = (topic: WebhookTopic, isChosen: boolean) =>
    setEvents(ORDER_TOPICS.filter((other) => (other === topic ? isChosen : events.includes(other))));
  return (
    <CheckedForm rules={{ url: required }} ref={form} className="grid max-w-xl gap-4 rounded-tray bg-well p-4" onSubmit={submit}>
      <TextField
        label={t('webhooks.form.url')}
        name="url"
        type="url"
        inputMode="url"
        required
        maxLength={MAX_URL_CHARS}
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={url}
        error={problem}
        hint={t('webhooks.form.url_hint')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      {existing === undefined ? (
        <SelectField
          label={t('webhooks.form.mode')}
          name="mode"
          value={mode}
          options={KEY_MODES.map((value) => ({ value, label: t(`webhooks.mode.${value}`) }))}
          onChoose={(value) => setMode(oneOf(KEY_MODES, value) ?? 'sandbox')}
        />
      ) : null}
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">{t('webhooks.form.events')}</legend>
        <CheckField label={t('webhooks.form.all_events')} checked={isAll} onChange={(event) => setAll(event.currentTarget.checked)} />
        {isAll ? null : (
          <div className="grid gap-2 pl-8 sm:grid-cols-2">
            {ORDER_TOPICS.map((topic) => (
              <CheckField
                key={topic}
                label={<code className="figures wrap-anywhere">{topic}</code>}
                checked={events.includes(topic)}
                onChange={(event) => toggle(topic, event.currentTarget.checked)}
              />
            ))}
          </div>
        )}
      </fieldset>
      <div className="flex flex-wrap items-center gap-5">
        <Button type="submit" tone="action" disabled={isBusy || (!isAll && events.length === 0)}>
          {t(existing === undefined ? 'webhooks.form.add' : 'webhooks.form.save')}
        </Button>
        <Button tone="text" className="min-h-11" onClick={onCancel}>
          {t('webhooks.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

interface WebhooksProps extends Pick<WebhooksData, 'webhooks' | 'isVerified'> {
  readonly onChanged: () => void;
}

/** Webhooks: add, change, test, pause, delete. */
function Webhooks({ webhooks, isVerified, onChanged }: WebhooksProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [form, setForm] = useState<'new' | Webhook>();
  const [newSecret, setNewSecret] = useState<NewSecret>();
  const isFull = webhooks.length >= MAX_WEBHOOKS;
  const openForm = (subject: 'new' | Webhook | undefined) => {
    action.setProblem(undefined);
    setForm(subject);
  };
  const finish = () => {
    openForm(undefined);
    onChanged();
  };
  const submit = async ({ url, mode, events }: WebhookInput) => {
    if (form !== 'new' && form !== undefined) {
      const changed = await action.run(() => api(changeWebhook, { params: { id: form.id }, body: { url, events } }));
      return changed === undefined ? undefined : finish();
    }
    const created = await action.run(() => api(createWebhook, { body: { url, mode, events } }));
    if (created === undefined) return;
    setNewSecret({ url: created.data.attributes.url, secret: created.data.attributes.secret ?? '' });
    finish();
  };
  return (
    <Part title={t('webhooks.list.title')} hint={t('webhooks.list.hint')}>
      {newSecret === undefined ? null : <NewSecretBox newSecret={newSecret} onDone={() => setNewSecret(undefined)} />}
      {webhooks.length === 0 ? <p>{t('webhooks.list.none')}</p> : null}
      <ul className="grid gap-4 empty:hidden">
        {webhooks.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} onEdit={() => openForm(webhook)} onSecret={setNewSecret} onChanged={onChanged} />
        ))}
      </ul>
      {form === undefined ? (
        <Button className="justify-self-start" disabled={!isVerified || isFull} onClick={() => openForm('new')}>
          {t('webhooks.list.add')}
        </Button>
      ) : (
        <WebhookForm
          key={form === 'new' ? 'new' : form.id}
          existing={form === 'new' ? undefined : form}
          isBusy={action.isBusy}
          problem={action.problem}
          onSubmit={(input) => void submit(input)}
          onCancel={() => openForm(undefined)}
        />
      )}
      {isFull ? <p className="text-sm text-muted">{t('webhooks.list.full', { max: MAX_WEBHOOKS })}</p> : null}
    </Part>
  );
}

/** Refresh intervals, with and without pending deliveries. */
const [PENDING_POLL_MS, IDLE_POLL_MS] = [2_000, 10_000];

/** The partner's webhooks and their deliveries. */
export function WebhooksPage(loaded: WebhooksData) {
  const { t, to } = useTranslation();
  const { revalidate } = useRevalidator();
  const hasPending = loaded.deliveries.some(({ state }) => state === 'pending');
  usePolling(loaded.webhooks.length > 0, hasPending ? PENDING_POLL_MS : IDLE_POLL_MS);
  const onChanged = () => void revalidate();
  return (
    <div className="grid gap-8">
      <div className="grid max-w-prose gap-3">
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={to('/account/earnings/api')}>
            {t('webhooks.to_keys')}
          </Link>
        </p>
        <h2 className="text-xl font-semibold">{t('webhooks.title')}</h2>
        <p className="text-muted">{t('webhooks.lead')}</p>
        {loaded.isVerified ? null : <Notice tone="time">{t('webhooks.verify_first')}</Notice>}
      </div>
      <Webhooks webhooks={loaded.webhooks} isVerified={loaded.isVerified} onChanged={onChanged} />
      <Deliveries {...loaded} />
    </div>
  );
}
