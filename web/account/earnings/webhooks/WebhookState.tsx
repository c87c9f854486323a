import { formatDateTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import type { ShownWebhook } from './load-webhooks.ts';

/** Whether an address is told, and if not, why. */
export function WebhookState({ shown }: { readonly shown: ShownWebhook }) {
  const { locale, t } = useWords();
  const at = (time: string | null) => (time === null ? '' : formatDateTime(time, locale));
  if (shown.paused_by !== null)
    return (
      <Notice
        tone={shown.paused_by === 'owner' ? 'calm' : 'loss'}
        title={t(`webhooks.paused.${shown.paused_by}`, { at: at(shown.paused_at) })}
      >
        {shown.paused_reason ?? t(shown.paused_by === 'owner' ? 'webhooks.paused.kept_by_owner' : 'webhooks.paused.kept')}
      </Notice>
    );
  if (shown.failing_since === null) return null;
  return <Notice tone="time">{t('webhooks.failing', { at: at(shown.failing_since) })}</Notice>;
}
