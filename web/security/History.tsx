import { formatDateTime } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Security } from '#web/security/load-security.ts';
import { Part } from '#web/layout/Part.tsx';

/** Security events, newest first. */
export function History({ events }: { readonly events: Security['events'] }) {
  const { locale, t } = useTranslation();
  return (
    <Part title={t('security.history.title')}>
      <ul className="grid divide-y divide-line text-sm">
        {events.map(({ id, topic, at, device, ip }) => (
          <li key={id} className="flex flex-wrap gap-x-4 py-2">
            <span className="mr-auto font-medium">{t(`security.topic.${topic}`)}</span>
            <span className="text-muted wrap-anywhere">
              {[formatDateTime(at, locale), device ?? t('security.unknown_device'), ...(ip === null ? [] : [ip])].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
