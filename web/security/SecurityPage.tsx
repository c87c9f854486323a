import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { endOtherSessions, endOwnSession } from '#contract/account/account.ts';
import { updateUser } from '#contract/account/accounts.ts';
import type { UserAttributes } from '#contract/account/sessions.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Part } from '#web/layout/Part.tsx';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { Factors } from './Factors.tsx';
import { WaysIn } from './WaysIn.tsx';
import type { Security } from './security-routes.ts';

interface AntiPhishingProps {
  readonly user: UserAttributes;
  readonly onChanged: () => void;
}

/** A phrase chosen by the user and shown in our e-mails: an e-mail without it is not ours. */
function AntiPhishing({ user, onChanged }: AntiPhishingProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [code, setCode] = useState(user.anti_phishing_code ?? '');
  const [isSaved, setSaved] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await action.run(() => api(updateUser, { body: { anti_phishing_code: code.trim() === '' ? null : code } }));
    if (saved === undefined) return;
    setSaved(true);
    onChanged();
  };
  return (
    <Part title={t('security.phishing.title')} hint={t('security.phishing.hint')}>
      {user.email_verified ? (
        <CheckedForm className="grid max-w-md gap-4" onSubmit={(event) => void submit(event)}>
          <TextField
            label={t('security.phishing.code')}
            maxLength={60}
            autoComplete="off"
            hint={t('security.phishing.rule')}
            value={code}
            error={action.problem}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setSaved(false);
            }}
          />
          <div className="flex items-center gap-4">
            <Button type="submit" disabled={action.isBusy}>
              {t('security.save')}
            </Button>
            <span role="status" className="text-sm text-muted">
              {isSaved ? t('security.saved') : ''}
            </span>
          </div>
        </CheckedForm>
      ) : (
        <p className="text-sm">{t('security.phishing.verify_first')}</p>
      )}
    </Part>
  );
}

interface SessionsProps {
  readonly sessions: Security['sessions'];
  readonly onChanged: () => void;
}

/** Active sessions. The current one has no button here: signing out ends it. */
function Sessions({ sessions, onChanged }: SessionsProps) {
  const { locale, t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const endSession = (id: string) => void action.run(() => api(endOwnSession, { params: { id } })).finally(onChanged);
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
              <Button tone="text" className="min-h-11" disabled={action.isBusy} onClick={() => endSession(id)}>
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

/** Security events, newest first. */
function History({ events }: { readonly events: Security['events'] }) {
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

interface SecurityPageProps extends Security {
  /** Error message, if signing in at a provider failed. */
  readonly problem: string | undefined;
  /** The user has just proved their identity at a provider, in another tab. */
  readonly isConfirmed: boolean;
}

/** Ways to sign in, second factors, sessions and security events. */
export function SecurityPage({ user, ways, factors, sessions, events, providers, problem, isConfirmed }: SecurityPageProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const onChanged = () => void revalidate();
  return (
    <div className="grid max-w-2xl gap-8">
      <h1 className="text-2xl font-semibold">{t('security.title')}</h1>
      {problem === undefined ? null : (
        <Notice tone="loss" role="alert">
          {problem}
        </Notice>
      )}
      {isConfirmed ? <Notice role="status">{t('security.fresh.confirmed')}</Notice> : null}
      <Factors factors={factors} onChanged={onChanged} />
      <WaysIn ways={ways} providers={providers} hasPasskey={factors.passkeys.length > 0} onChanged={onChanged} />
      <AntiPhishing user={user} onChanged={onChanged} />
      <Sessions sessions={sessions} onChanged={onChanged} />
      <History events={events} />
    </div>
  );
}
