import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/Button.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { useInstall } from '#web/shell/install-offer.ts';

const never = () => () => undefined;
const isOwnWindow = (): boolean => globalThis.matchMedia('(display-mode: standalone)').matches;

/** The site as a program of the device, for whoever asks; nothing ever asks him. */
export function InstallPart() {
  const { t } = useWords();
  const install = useInstall();
  const [isInstalled, setDone] = useState(false);
  const isDone = useSyncExternalStore(never, isOwnWindow, () => false) || isInstalled;
  useEffect(() => {
    const installed = () => setDone(true);
    globalThis.addEventListener('appinstalled', installed);
    return () => globalThis.removeEventListener('appinstalled', installed);
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
