import { useState } from 'react';
import { changeWebhook, createWebhook } from '#contract/webhooks.ts';
import { MAX_WEBHOOKS } from '#core/webhooks/address.ts';
import { Button } from '#ui/Button.tsx';
import { useAccountCall } from '#web/account/fresh/use-account-call.ts';
import { useDeed } from '#web/account/fresh/use-deed.ts';
import { Part } from '#web/account/security/Part.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import type { OwnWebhooks, ShownWebhook } from './load-webhooks.ts';
import { MadeSecret, type Made } from './MadeSecret.tsx';
import { type TypedWebhook, WebhookForm } from './WebhookForm.tsx';
import { WebhookLine } from './WebhookLine.tsx';

export interface WebhooksProps extends Pick<OwnWebhooks, 'webhooks' | 'isVerified'> {
  readonly onChanged: () => void;
}

/** Addresses that are told: added, changed, tried, paused, ended. */
export function Webhooks({ webhooks, isVerified, onChanged }: WebhooksProps) {
  const { t } = useWords();
  const api = useAccountCall();
  const deed = useDeed();
  const [form, setForm] = useState<'new' | ShownWebhook>();
  const [made, setMade] = useState<Made>();
  const isFull = webhooks.length >= MAX_WEBHOOKS;
  const open = (one: 'new' | ShownWebhook | undefined) => {
    deed.setProblem(undefined);
    setForm(one);
  };
  const end = () => {
    open(undefined);
    onChanged();
  };
  const submit = async ({ url, mode, events }: TypedWebhook) => {
    if (form !== 'new' && form !== undefined) {
      const changed = await deed.run(() => api(changeWebhook, { params: { id: form.id }, body: { url, events } }));
      return changed === undefined ? undefined : end();
    }
    const answer = await deed.run(() => api(createWebhook, { body: { url, mode, events } }));
    if (answer === undefined) return;
    setMade({ url: answer.data.attributes.url, secret: answer.data.attributes.secret ?? '' });
    end();
  };
  return (
    <Part title={t('webhooks.list.title')} hint={t('webhooks.list.hint')}>
      {made === undefined ? null : <MadeSecret made={made} onDone={() => setMade(undefined)} />}
      {webhooks.length === 0 ? <p>{t('webhooks.list.none')}</p> : null}
      <ul className="grid gap-4 empty:hidden">
        {webhooks.map((webhook) => (
          <WebhookLine key={webhook.id} shown={webhook} onChange={() => open(webhook)} onMade={setMade} onChanged={onChanged} />
        ))}
      </ul>
      {form === undefined ? (
        <Button className="justify-self-start" disabled={!isVerified || isFull} onClick={() => open('new')}>
          {t('webhooks.list.add')}
        </Button>
      ) : (
        <WebhookForm
          key={form === 'new' ? 'new' : form.id}
          known={form === 'new' ? undefined : form}
          isBusy={deed.isBusy}
          problem={deed.problem}
          onSubmit={(typed) => void submit(typed)}
          onCancel={() => open(undefined)}
        />
      )}
      {isFull ? <p className="text-sm text-muted">{t('webhooks.list.full', { max: MAX_WEBHOOKS })}</p> : null}
    </Part>
  );
}
