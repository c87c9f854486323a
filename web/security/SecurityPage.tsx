import { useRevalidator } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AntiPhishing } from '#web/security/AntiPhishing.tsx';
import { Factors } from '#web/security/Factors.tsx';
import { History } from '#web/security/History.tsx';
import type { Security } from '#web/security/load-security.ts';
import { Sessions } from '#web/security/Sessions.tsx';
import { WaysIn } from '#web/security/WaysIn.tsx';

export interface SecurityPageProps extends Security {
  /** Why a provider's page was left without success. */
  readonly problem: string | undefined;
  /** Identity was just proved at a provider, in another tab. */
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
