import { type ReactNode, useState } from 'react';
import { deleteWebhook, pauseWebhook, pingWebhook, replayWebhook, resumeWebhook, rotateWebhookSecret } from '#contract/partner/webhooks.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { useAction } from '#web/api/use-action.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import type { Webhook } from './load-webhooks.ts';

/** An action behind a disclosure, so that it needs a second press. */
function ConfirmedAction({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">{name}</summary>
      <div className="mt-2 grid justify-items-start gap-3">{children}</div>
    </details>
  );
}

const PAUSED_TEXT = {
  owner: 'kept_by_owner',
  failing: 'kept',
  gone: 'kept',
  office: 'kept',
  cut_off: 'kept_cut_off',
} as const satisfies Record<NonNullable<Webhook['paused_by']>, string>;

/** Why a webhook is paused or failing; nothing while it works. */
function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { locale, t } = useTranslation();
  const at = (time: string | null) => (time === null ? '' : formatDateTime(time, locale));
  if (webhook.paused_by !== null)
    return (
      <Notice
        tone={webhook.paused_by === 'owner' ? 'calm' : 'loss'}
        title={t(`webhooks.paused.${webhook.paused_by}`, { at: at(webhook.paused_at) })}
      >
        {webhook.paused_reason ?? t(`webhooks.paused.${PAUSED_TEXT[webhook.paused_by]}`)}
      </Notice>
    );
  if (webhook.failing_since === null) return null;
  return <Notice tone="time">{t('webhooks.failing', { at: at(webhook.failing_since) })}</Notice>;
}

/** A new signing secret and its webhook. */
export interface NewSecret {
  readonly url: string;
  readonly secret: string;
}

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly onEdit: () => void;
  readonly onSecret: (newSecret: NewSecret) => void;
  readonly onChanged: () => void;
}

/** How far back failed deliveries are sent again. */
const REPLAY_PERIODS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS } as const;
type ReplayPeriod = keyof typeof REPLAY_PERIODS;
const isReplayPeriod = (text: string): text is ReplayPeriod => Object.hasOwn(REPLAY_PERIODS, text);

function Facts({ webhook }: Pick<WebhookCardProps, 'webhook'>) {
  const { locale, t } = useTranslation();
  const at = (time: string) => formatDateTime(time, locale);
  const facts = [
    ['events', webhook.events.length === 0 ? t('webhooks.line.all_events') : webhook.events.join(', ')],
    ['taken', webhook.last_taken_at === null ? t('webhooks.line.never') : at(webhook.last_taken_at)],
    ['waiting', String(webhook.waiting)],
    ['failed', String(webhook.failed)],
    ...(webhook.former_secret_until === null
      ? []
      : [['former_secret', t('webhooks.line.until', { at: at(webhook.former_secret_until) })] as const]),
  ] as const;
  return (
    <dl className="figures grid gap-1 text-sm leading-6">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{t(`webhooks.line.${name}`)}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function WebhookActions({ webhook, onEdit, onSecret, onChanged }: WebhookCardProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [since, setSince] = useState<ReplayPeriod>('day');
  const [message, setMessage] = useState<string>();
  const params = { id: webhook.id };
  const isPaused = webhook.paused_by !== null;
  const pause = () => void action.run(() => api(isPaused ? resumeWebhook : pauseWebhook, { params })).finally(onChanged);
  const remove = () => void action.run(() => api(deleteWebhook, { params })).finally(onChanged);
  const ping = async () => {
    const sent = await action.run(() => api(pingWebhook, { params }));
    setMessage(sent === undefined ? undefined : t('webhooks.line.pinged'));
    onChanged();
  };
  const replay = async () => {
    const body = { since: new Date(Date.now() - REPLAY_PERIODS[since]).toISOString() };
    const sent = await action.run(() => api(replayWebhook, { params, body }));
    setMessage(sent === undefined ? undefined : t('webhooks.line.replayed', { count: Number(sent.meta['replayed'] ?? 0) }));
    onChanged();
  };
  const rotate = async () => {
    const rotated = await action.run(() => api(rotateWebhookSecret, { params }));
    if (rotated === undefined) return;
    onSecret({ url: webhook.url, secret: rotated.data.attributes.secret ?? '' });
    onChanged();
  };
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button disabled={action.isBusy || webhook.paused_by === 'office'} onClick={() => void ping()}>
          {t('webhooks.line.ping')}
        </Button>
        <Button disabled={action.isBusy || webhook.paused_by === 'office'} onClick={pause}>
          {t(isPaused ? 'webhooks.line.resume' : 'webhooks.line.pause')}
        </Button>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <Button tone="text" className="min-h-11 text-sm" onClick={onEdit}>
          {t('webhooks.line.change')}
        </Button>
        <ConfirmedAction name={t('webhooks.line.replay')}>
          <SelectField
            label={t('webhooks.line.replay_since')}
            name="since"
            value={since}
            options={Object.keys(REPLAY_PERIODS).map((value) => ({ value, label: t(`webhooks.since.${value}`) }))}
            onChoose={(value) => setSince(isReplayPeriod(value) ? value : 'day')}
          />
          <Button disabled={action.isBusy} onClick={() => void replay()}>
            {t('webhooks.line.replay_sure')}
          </Button>
        </ConfirmedAction>
        <ConfirmedAction name={t('webhooks.line.rotate')}>
          <p className="max-w-prose text-sm text-muted">{t('webhooks.line.rotate_text')}</p>
          <Button disabled={action.isBusy} onClick={() => void rotate()}>
            {t('webhooks.line.rotate_sure')}
          </Button>
        </ConfirmedAction>
        <ConfirmedAction name={t('webhooks.line.delete')}>
          <p className="max-w-prose text-sm text-muted">{t('webhooks.line.delete_text')}</p>
          <Button tone="loss" disabled={action.isBusy} onClick={remove}>
            {t('webhooks.line.delete_sure')}
          </Button>
        </ConfirmedAction>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {message}
      </p>
      {action.problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {action.problem}
        </p>
      )}
    </>
  );
}

/** A webhook: its state, details and actions. */
export function WebhookCard(props: WebhookCardProps) {
  const { t } = useTranslation();
  const { url, mode } = props.webhook;
  return (
    <li>
      <article aria-label={url} className="grid max-w-2xl gap-3 rounded-tray border border-line bg-sheet p-4">
        <div>
          <h3 className="figures font-semibold wrap-anywhere">{url}</h3>
          <p className="text-sm text-muted">{t(`webhooks.mode.${mode}`)}</p>
        </div>
        <WebhookState webhook={props.webhook} />
        <Facts webhook={props.webhook} />
        <WebhookActions {...props} />
      </article>
    </li>
  );
}
