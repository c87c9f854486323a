import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Slip } from '#ui/Slip.tsx';
import type { ReturnedForm } from '#web/form/returned-form.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useIsHydrated } from '#web/loading/use-is-hydrated.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/**
 * The token from the URL fragment, which is then removed from the address bar so that no onlooker can read it. Null until hydrated: the
 * server never gets a fragment.
 */
function useToken(): string | null {
  const [hash] = useState(() => globalThis.location?.hash.slice(1) ?? '');
  useEffect(() => {
    const { location } = globalThis;
    if (location.hash !== '') globalThis.history.replaceState(globalThis.history.state, '', location.pathname);
  }, []);
  return useIsHydrated() ? hash : null;
}

/** Page of the QR code shown on a computer: its button opens that order in this browser. Loading the page does not use up the token. */
export function ContinuePage({ returned }: { readonly returned: ReturnedForm | undefined }) {
  const { t } = useTranslation();
  const isLinkInvalid = returned?.errors.some(({ code }) => code === 'invalid_token') === true;
  const token = useToken();
  const message = returned?.isUnanswered === true ? t('order.handover.unanswered') : returned?.errors[0]?.message;
  return (
    <div className="mx-auto min-h-96 max-w-[34rem] px-4 py-10">
      <Slip>
        <h1 className="text-2xl leading-8 font-semibold text-balance">{t('order.handover.here_title')}</h1>
        {isLinkInvalid ? (
          <div className="mt-5">
            <Notice tone="loss" role="alert" title={t('order.handover.dead_title')}>
              {t('order.handover.dead')}
            </Notice>
          </div>
        ) : token === '' ? (
          <p className="mt-4 leading-6">{t('order.handover.no_code')}</p>
        ) : (
          <CheckedForm method="post" className="mt-4 grid gap-5">
            <p className="leading-6">{t('order.handover.here_text')}</p>
            <input type="hidden" name="token" value={token ?? ''} />
            {returned === undefined ? null : (
              <Notice tone="loss" role="alert">
                {message}
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
