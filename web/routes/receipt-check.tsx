import { useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { Slip, SlipRows } from '#ui/Slip.tsx';
import { currencySign, formatDecimal } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { checkReceipt } from '#web/order/check-receipt.ts';

await loadMessages('content');

export const loader = checkReceipt;
export const headers: HeadersFunction = () => ({ 'x-robots-tag': 'noindex' });
export const meta: MetaFunction = ({ location }) => [
  { title: translatorOf(localeOf(location.pathname))('content.receipt.page_title') },
  { name: 'robots', content: 'noindex' },
];

/** The page behind the code on a receipt: whether it is ours, and what it says. */
export default function ReceiptCheck() {
  const { id, receipt } = useLoaderData<typeof loader>();
  const { t, locale } = useWords();
  const money = (amount: string, code: string) => `${formatDecimal(amount, { locale })}\u00A0${currencySign(code, locale)}`;
  if (receipt === null) {
    return (
      <div className="mx-auto max-w-xl px-4 py-14">
        <h1 className="mb-4 text-2xl font-semibold">{t('content.receipt.wrong')}</h1>
        <Notice tone="loss">{t('content.receipt.wrong_text')}</Notice>
      </div>
    );
  }
  return (
    <div className="mx-auto max-w-[34rem] px-3 py-10">
      <Slip>
        <h1 className="mb-4 text-2xl font-semibold">{t('content.receipt.genuine')}</h1>
        <SlipRows
          rows={[
            { name: t('content.receipt.number'), value: id },
            { name: receipt.payment_system_from, value: money(receipt.income_amount, receipt.income_currency_iso_code) },
            { name: receipt.payment_system_to, value: money(receipt.outcome_amount, receipt.outcome_currency_iso_code) },
            { name: t('content.receipt.completed'), value: formatDateTime(receipt.completed_at, locale) },
          ]}
        />
      </Slip>
    </div>
  );
}
