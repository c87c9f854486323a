import { useRouteLoaderData } from 'react-router';
import type { ReceiptAttributes } from '#contract/public/receipts.ts';
import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Slip, SlipRows } from '#ui/Slip.tsx';
import { currencySign, formatDecimal } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { loader as rootLoader } from '#web/root.tsx';

export interface CheckedReceipt {
  readonly id: string;
  /** Null: no receipt of ours has this number and code. */
  readonly receipt: ReceiptAttributes | null;
}

/** Page of the QR code on a receipt: whether the receipt is genuine, and what it states. */
export function ReceiptPage({ id, receipt }: CheckedReceipt) {
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
  const { ledger_link: link } = receipt;
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
            { name: t('content.receipt.ledger'), value: link === null ? t('content.receipt.ledger_waits') : String(link.number) },
          ]}
        />
        <p className="mt-5 text-sm leading-6">{t('content.receipt.compared')}</p>
        <p className="mt-2 text-sm leading-6 wrap-anywhere">{t('content.receipt.address', { domain })}</p>
        {link === null ? null : <p className="mt-2 text-xs leading-5 text-muted wrap-anywhere">{t('content.receipt.ledger_hash', link)}</p>}
      </Slip>
    </div>
  );
}

const TEETH = 28;
const [CENTRE, OUTER, INNER] = [48, 46, 42];

/** Path of the serrated edge. */
const EDGE = Array.from({ length: TEETH * 2 }, (_, index) => {
  const angle = (index * Math.PI) / TEETH;
  const reach = index % 2 === 0 ? OUTER : INNER;
  const coordinate = (part: number): string => (CENTRE + reach * part).toFixed(2);
  return `${coordinate(Math.cos(angle))} ${coordinate(Math.sin(angle))}`;
}).join('L');

/** The shop's seal: the banknotes of its logo and a tick. */
function Seal({ className }: { readonly className: string }) {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className={`text-action ${className}`}>
      <path d={`M${EDGE}z`} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <circle cx="48" cy="48" r="35" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M30 29h24v14H30z" fill="none" stroke="currentColor" strokeWidth="2.4" />
      <circle cx="42" cy="36" r="2.8" fill="currentColor" />
      <path d="M38 46h13v8H38zM54 46h13v8H54z" fill="currentColor" />
      <path d="m36 64 8 7 16-14" fill="none" stroke="currentColor" strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
