import { useState } from 'react';
import { call } from '#contract/call.ts';
import { beginProvider } from '#contract/sign-in-providers.ts';
import { Button } from '#ui/Button.tsx';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { useDeed } from './use-deed.ts';

/** In a window of its own: this page, and what is typed in it, waits. */
export function ProviderProof({ providers, onDone }: { readonly providers: readonly string[]; readonly onDone: () => void }) {
  const { locale, t, to } = useWords();
  const deed = useDeed();
  const [isGone, setGone] = useState(false);
  const go = async (id: string) => {
    // Opened by the press itself, or the browser would not let it open
    const page = globalThis.open('', '_blank');
    const body = { purpose: 'prove', return_to: `${to('/account/security')}?confirmed=1` } as const;
    const begun = await deed.run(() => call(beginProvider, { params: { id }, body }, browserTransport(locale)));
    if (begun === undefined || page === null) return page?.close();
    page.location.href = begun.data.attributes.url;
    return setGone(true);
  };
  return (
    <div className="grid gap-3">
      <p className="text-sm">{t('security.fresh.provider')}</p>
      {deed.problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {deed.problem}
        </p>
      )}
      {providers.map((id) => (
        <Button key={id} disabled={deed.isBusy} onClick={() => void go(id)}>
          {t('security.fresh.by_provider', { provider: id })}
        </Button>
      ))}
      {isGone ? (
        <Button tone="action" onClick={onDone}>
          {t('security.fresh.went_on')}
        </Button>
      ) : null}
    </div>
  );
}
