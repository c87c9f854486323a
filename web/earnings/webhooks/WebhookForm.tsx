import { type FormEvent, useEffect, useRef, useState } from 'react';
import { oneOf } from '#core/closed-list.ts';
import { KEY_MODES, type KeyMode } from '#core/partner/partner.ts';
import { MAX_URL_CHARS } from '#core/webhooks/address.ts';
import { ORDER_TOPICS, type WebhookTopic } from '#core/webhooks/topic.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Webhook } from '#web/earnings/webhooks/load-webhooks.ts';

/** Values of the form. */
export interface WebhookInput {
  readonly url: string;
  readonly mode: KeyMode;
  readonly events: WebhookTopic[];
}

export interface WebhookFormProps {
  /** The webhook to change; undefined: a new one. */
  readonly existing: Webhook | undefined;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly onSubmit: (input: WebhookInput) => void;
  readonly onCancel: () => void;
}

/** URL, mode and events of a webhook. */
export function WebhookForm({ existing, isBusy, problem, onSubmit, onCancel }: WebhookFormProps) {
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
    setEvents(ORDER_TOPICS.filter((one) => (one === topic ? isChosen : events.includes(one))));
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
          options={KEY_MODES.map((one) => ({ value: one, label: t(`webhooks.mode.${one}`) }))}
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
