import { formatDateTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Webhook } from '#web/earnings/webhooks/load-webhooks.ts';

const PAUSED_TEXT = {
  owner: 'kept_by_owner',
  failing: 'kept',
  gone: 'kept',
  office: 'kept',
  cut_off: 'kept_cut_off',
} as const satisfies Record<NonNullable<Webhook['paused_by']>, string>;

/** Why a webhook is paused or failing; nothing while it works. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
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
