import { useState } from 'react';
import { call } from '#contract/call.ts';
import { beginProvider } from '#contract/account/sign-in-providers.ts';
import { Button } from '#ui/Button.tsx';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useAction } from '#web/api/use-action.ts';

/** Proof by a provider in a new tab: this page keeps its input. */
export function ProviderProof({ providers, onDone }: { readonly providers: readonly string[]; readonly onDone: () => void }) {
  const { locale, t, to } = useTranslation();
  const action = useAction();
  const [isOpened, setOpened] = useState(false);
  const openProvider = async (id: string) => {
    // Opened within the click: a browser blocks a tab opened later
    const tab = globalThis.open('', '_blank');
    const body = { purpose: 'prove', return_to: `${to('/account/security')}?confirmed=1` } as const;
    const started = await action.run(() => call(beginProvider, { params: { id }, body }, browserTransport(locale)));
    if (started === undefined || tab === null) return tab?.close();
    tab.location.href = started.data.attributes.url;
    return setOpened(true);
  };
  return (
    <div className="grid gap-3">
      <p className="text-sm">{t('security.fresh.provider')}</p>
      {action.problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {action.problem}
        </p>
      )}
      {providers.map((id) => (
        <Button key={id} disabled={action.isBusy} onClick={() => void openProvider(id)}>
          {t('security.fresh.by_provider', { provider: id })}
        </Button>
      ))}
      {isOpened ? (
        <Button tone="action" onClick={onDone}>
          {t('security.fresh.went_on')}
        </Button>
      ) : null}
    </div>
  );
}
