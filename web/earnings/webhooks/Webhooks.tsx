import { useState } from 'react';
import { changeWebhook, createWebhook } from '#contract/partner/webhooks.ts';
import { MAX_WEBHOOKS } from '#core/webhooks/address.ts';
import { Button } from '#ui/Button.tsx';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Part } from '#web/layout/Part.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { WebhooksData, Webhook } from '#web/earnings/webhooks/load-webhooks.ts';
import { NewSecretBox, type NewSecret } from '#web/earnings/webhooks/NewSecretBox.tsx';
import { type WebhookInput, WebhookForm } from '#web/earnings/webhooks/WebhookForm.tsx';
import { WebhookCard } from '#web/earnings/webhooks/WebhookCard.tsx';

export interface WebhooksProps extends Pick<WebhooksData, 'webhooks' | 'isVerified'> {
  readonly onChanged: () => void;
}

/** Webhooks: add, change, test, pause, delete. */
export function Webhooks({ webhooks, isVerified, onChanged }: WebhooksProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [form, setForm] = useState<'new' | Webhook>();
  const [newSecret, setNewSecret] = useState<NewSecret>();
  const isFull = webhooks.length >= MAX_WEBHOOKS;
  const openForm = (target: 'new' | Webhook | undefined) => {
    action.setProblem(undefined);
    setForm(target);
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
