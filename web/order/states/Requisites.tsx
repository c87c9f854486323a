import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { useCameBack } from '#web/order/came-back.ts';
import { CopyLine } from '#web/order/CopyLine.tsx';
import { Groups } from '#web/order/Groups.tsx';
import type { Requisites as Offered, Sides } from '#web/order/order.ts';
import { notePress } from '#web/order/pressed-to-pay.ts';
import { retryUntilLoaded } from '#web/shell/late-parts.ts';
import type { StateProps } from './state.ts';

const QrCode = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#ui/QrCode.tsx'))).QrCode }));

/** Where and how much to pay: fields to copy with a code to scan, or the way to the provider's own page. */
export function Requisites({ asked, sides, missing }: Pick<StateProps, 'asked' | 'sides'> & { readonly missing?: string }) {
  const { requisites, failure } = asked;
  if (failure !== null) return <Notice tone="loss">{failure}</Notice>;
  if (requisites === null) return <Waiting />;
  return requisites.kind === 'requisites' ? (
    <Fields requisites={missing === undefined ? requisites : { ...requisites, amount: missing }} sides={sides} />
  ) : (
    <Elsewhere requisites={requisites} />
  );
}

/** Has the height of the commonest requisites: an amount and two lines. */
function Waiting() {
  const { t } = useWords();
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('order.requisites_coming')}</span>
      <div className="waiting-bone h-16" />
      <div className="waiting-bone h-16" />
      <div className="waiting-bone h-16" />
    </div>
  );
}

function Fields({ requisites, sides }: { readonly requisites: Offered; readonly sides: Sides }) {
  const { t, locale } = useWords();
  return (
    <div>
      {requisites.network === null ? null : (
        <p className="border-b border-line py-3">
          <span className="block text-sm text-muted">{t('order.network')}</span>
          <span className="text-base leading-6 font-semibold">{requisites.network}</span>
        </p>
      )}
      <CopyLine
        label={t('order.pay_exactly')}
        value={requisites.amount}
        shown={formatMoney(requisites.amount, sides.income, locale)}
        size="display"
      />
      {requisites.fields.map((field) => (
        <CopyLine key={field.key} label={field.label} value={field.value} shown={<Groups groups={field.groups} />} />
      ))}
      {requisites.network_warning === null ? null : (
        <div className="mt-3">
          <Notice tone="time">{requisites.network_warning}</Notice>
        </div>
      )}
      {requisites.memo === null ? null : (
        <>
          <CopyLine label={t('order.memo')} value={requisites.memo} />
          <div className="mt-3">
            <Notice tone="time">{t('order.memo_warning')}</Notice>
          </div>
        </>
      )}
      {requisites.qr_payload === null ? null : <Scan payload={requisites.qr_payload} memo={requisites.memo} />}
    </div>
  );
}

/** The code to scan; drawn, and its drawing code fetched, when it is asked for. */
function Scan({ payload, memo }: { readonly payload: string; readonly memo: string | null }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={`mt-4 ${isOpen ? '' : 'print:hidden'}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-block min-h-6 text-sm font-medium">{t('order.show_qr')}</summary>
      {isOpen ? (
        <Suspense fallback={<div className="waiting-bone mt-3 size-56" />}>
          <QrCode payload={payload} label={t('order.qr_label')} className="mt-3 size-56 max-w-full" />
          {memo === null || payload.includes(memo) ? null : <p className="mt-2 text-sm leading-6">{t('order.qr_without_memo')}</p>}
        </Suspense>
      ) : null}
    </details>
  );
}

/** Only addresses of the web and of our own: a provider's answer never becomes a script. */
const isWebAddress = (url: string): boolean => /^(?:https?:\/\/|\/(?!\/))/.test(url);

/**
 * A link leads to the provider; a form leads there by a page of its own, the only one that may send it. Who has come back as paid is
 * not invited to pay again by the page's chief button.
 */
function Elsewhere({ requisites }: { readonly requisites: Offered }) {
  const { t, to } = useWords();
  const { id = '' } = useParams();
  const { url, kind } = requisites;
  const isBack = useCameBack(id);
  if (url === null || !isWebAddress(url)) return <Notice tone="loss">{t('order.form_failed')}</Notice>;
  return (
    <a
      href={kind === 'form' ? to(`/order/${id}/pay`) : url}
      rel="noreferrer"
      className={`${buttonLook(isBack ? 'plain' : 'action')} w-full`}
      onClick={() => notePress(id)}
    >
      {t(isBack ? 'order.go_pay_again' : 'order.go_pay')}
    </a>
  );
}
