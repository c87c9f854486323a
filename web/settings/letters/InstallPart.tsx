import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/Button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useInstall } from '#web/layout/install-offer.ts';

const noSubscription = () => () => undefined;
const isStandalone = (): boolean => globalThis.matchMedia('(display-mode: standalone)').matches;

/** Offers to install the site as an app. No other page offers it. */
export function InstallPart() {
  const { t } = useTranslation();
  const install = useInstall();
  const [isJustInstalled, setJustInstalled] = useState(false);
  const isDone = useSyncExternalStore(noSubscription, isStandalone, () => false) || isJustInstalled;
  useEffect(() => {
    const onInstalled = () => setJustInstalled(true);
    globalThis.addEventListener('appinstalled', onInstalled);
    return () => globalThis.removeEventListener('appinstalled', onInstalled);
  }, []);
  return (
    <section className="grid justify-items-start gap-2 text-sm leading-6">
      <h2 className="font-semibold">{t('notices.install.title')}</h2>
      <p className="text-muted">{t('notices.install.text')}</p>
      {isDone ? (
        <p role="status">{t('notices.install.done')}</p>
      ) : install === null ? (
        <p>{t('notices.install.manual')}</p>
      ) : (
        <Button onClick={install}>{t('notices.install.ask')}</Button>
      )}
    </section>
  );
}
