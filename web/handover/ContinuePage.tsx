import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Slip } from '#ui/Slip.tsx';
import type { ReturnedForm } from '#web/account/returned-form.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useWords } from '#web/i18n/use-words.ts';

const NEVER = () => () => undefined;

/** The token of the address, null until the page runs: only a running page knows it. Taken out of the address bar, where whoever looks on could read it. */
function useToken(): string | null {
  const [text] = useState(() => globalThis.location?.hash.slice(1) ?? '');
  useEffect(() => {
    const { hash, pathname } = globalThis.location;
    if (hash !== '') globalThis.history.replaceState(globalThis.history.state, '', pathname);
  }, []);
  return useSyncExternalStore(
    NEVER,
    () => text,
    () => null,
  );
}

/** What the code on a computer's screen leads to: one press opens that one order here. Looking at this page uses nothing up. */
export function ContinuePage({ returned }: { readonly returned: ReturnedForm | undefined }) {
  const { t } = useWords();
  const isDead = returned?.errors.some(({ code }) => code === 'invalid_token') === true;
  const token = useToken();
  const other = returned?.isUnanswered === true ? t('order.handover.unanswered') : returned?.errors[0]?.message;
  return (
    <div className="mx-auto min-h-96 max-w-[34rem] px-4 py-10">
      <Slip>
        <h1 className="text-2xl leading-8 font-semibold text-balance">{t('order.handover.here_title')}</h1>
        {isDead ? (
          <div className="mt-5">
            <Notice tone="loss" role="alert" title={t('order.handover.dead_title')}>
              {t('order.handover.dead')}
            </Notice>
          </div>
        ) : token === '' ? (
          <p className="mt-4 leading-6">{t('order.handover.no_code')}</p>
        ) : (
          <CheckedForm rules={{}} method="post" className="mt-4 grid gap-5">
            <p className="leading-6">{t('order.handover.here_text')}</p>
            <input type="hidden" name="token" value={token ?? ''} />
            {returned === undefined ? null : (
              <Notice tone="loss" role="alert">
                {other}
              </Notice>
            )}
            <Button type="submit" tone="action" disabled={token === null} className="w-full noscript:hidden">
              {t('order.handover.open_here')}
            </Button>
            <noscript>{t('order.handover.needs_scripts')}</noscript>
          </CheckedForm>
        )}
      </Slip>
    </div>
  );
}
