import { endOtherSessions, endOwnSession } from '#contract/account/account.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { useAction } from '#web/api/use-action.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Security } from '#web/security/load-security.ts';
import { Part } from '#web/layout/Part.tsx';

export interface SessionsProps {
  readonly sessions: Security['sessions'];
  readonly onChanged: () => void;
}

/** Active sessions. The current one has no button here: signing out ends it. */
export function Sessions({ sessions, onChanged }: SessionsProps) {
  const { locale, t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const end = (id: string) => void action.run(() => api(endOwnSession, { params: { id } })).finally(onChanged);
  const endOthers = () => void action.run(() => api(endOtherSessions, {})).finally(onChanged);
  return (
    <Part title={t('security.sessions.title')} problem={action.problem}>
      <ul className="grid divide-y divide-line">
        {sessions.map(({ id, device, ip, is_current: isCurrent, last_seen_at: lastSeenAt }) => (
          <li key={id} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="mr-auto min-w-0">
              <p className="font-medium wrap-anywhere">{device ?? t('security.unknown_device')}</p>
              <p className="text-sm text-muted wrap-anywhere">
                {isCurrent ? t('security.sessions.this') : t('security.sessions.seen', { at: formatDateTime(lastSeenAt, locale) })}
                {ip === null ? null : `, ${ip}`}
              </p>
            </div>
            {isCurrent ? null : (
              <Button tone="text" className="min-h-11" disabled={action.isBusy} onClick={() => end(id)}>
                {t('security.sessions.end')}
                <span className="sr-only">: {device ?? t('security.unknown_device')}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button className="justify-self-start" disabled={action.isBusy} onClick={endOthers}>
          {t('security.sessions.end_others')}
        </Button>
      ) : null}
    </Part>
  );
}
