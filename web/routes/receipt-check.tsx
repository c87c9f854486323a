import { useLoaderData, useRouteLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Slip, SlipRows } from '#ui/Slip.tsx';
import { currencySign, formatDecimal } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { checkReceipt } from '#web/order/check-receipt.ts';
import { Seal } from '#web/order/Seal.tsx';
import type { loader as rootLoader } from '#web/root.tsx';

await loadMessages('content');

export const loader = checkReceipt;
export const headers: HeadersFunction = () => ({ 'x-robots-tag': 'noindex' });
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'content.receipt.page_title');

/** The page behind the code on a receipt: whether it is ours, and what it says. */
export default function ReceiptCheck() {
  const { id, receipt } = useLoaderData<typeof loader>();
  const { t, to, locale } = useTranslation();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const domain = site === undefined ? '' : new URL(site.publicUrl).host;
  const money = (amount: string, code: string) => `${formatDecimal(amount, { locale })}\u00A0${currencySign(code, locale)}`;
  if (receipt === null) {
    return (
      <div className="mx-auto max-w-xl px-4 py-14">
        <h1 className="mb-4 text-2xl font-semibold">{t('content.receipt.wrong')}</h1>
        <Notice tone="loss">{t('content.receipt.wrong_text')}</Notice>
        <a className={`${buttonLook('plain')} mt-6`} href={to('/support')}>
          {t('content.receipt.ask')}
        </a>
      </div>
    );
  }
  return (
    <div className="mx-auto max-w-[34rem] px-4 py-10">
      <Slip>
        <div className="mb-5 flex items-center gap-5">
          <Seal className="size-24 shrink-0" />
          <div className="min-w-0">
            <h1 className="text-2xl leading-8 font-semibold text-balance">{t('content.receipt.genuine')}</h1>
            <p className="mt-1 font-medium wrap-anywhere">{t('content.receipt.checked_on', { domain })}</p>
          </div>
        </div>
        <SlipRows
          rows={[
            { name: t('content.receipt.number'), value: id },
            { name: receipt.payment_system_from, value: money(receipt.income_amount, receipt.income_currency_iso_code) },
            { name: receipt.payment_system_to, value: money(receipt.outcome_amount, receipt.outcome_currency_iso_code) },
            { name: t('content.receipt.completed'), value: formatDateTime(receipt.completed_at, locale) },
          ]}
        />
        <p className="mt-5 text-sm leading-6">{t('content.receipt.compared')}</p>
        <p className="mt-2 text-sm leading-6 wrap-anywhere">{t('content.receipt.address', { domain })}</p>
      </Slip>
    </div>
  );
}
