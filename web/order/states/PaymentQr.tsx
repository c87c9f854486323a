import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { isSbpLink } from '#web/order/sbp.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';

const QrCode = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#ui/QrCode.tsx'))).QrCode }));

/** Screens on which the code is open beside the requisites: their user scans it with a phone. `min-[64rem]` of the classes below. */
const DESKTOP = '(width >= 64rem)';

function watchDesktop(notify: () => void): () => void {
  const media = matchMedia(DESKTOP);
  media.addEventListener('change', notify);
  return () => media.removeEventListener('change', notify);
}

/** Whether the screen is a desktop's; false until hydrated. */
const useIsDesktop = (): boolean =>
  useSyncExternalStore(
    watchDesktop,
    () => matchMedia(DESKTOP).matches,
    () => false,
  );

/** Characters from which a code has too many cells to be scanned at the width of a column. */
const DENSE_CHARS = 120;

/** Layout of requisites with their code: side by side on a desktop, unless the code needs the whole width. */
export const besideQr = (payload: string | null): string =>
  payload === null || payload.length >= DENSE_CHARS
    ? ''
    : 'noscript:min-[64rem]:block min-[64rem]:grid min-[64rem]:grid-cols-[minmax(0,1fr)_12rem] min-[64rem]:gap-x-6';

/** Code of a bank transfer (GOST R 56042-2014), read by apps of banks only. */
const isBankQr = (payload: string): boolean => payload.startsWith('ST0001');

/** What to scan the code with. */
const SCAN_KEYS = { sbp: 'order.scan_sbp', bank: 'order.scan_bank_qr', wallet: 'order.scan_qr' } as const;

export interface PaymentQrProps {
  readonly payload: string;
  /** What the code does not contain; null: it is complete. */
  readonly note: string | null;
}

/** QR code of a payment: open on a desktop, one press away on a phone. Its script loads when it is shown; without scripts there is none. */
export function PaymentQr({ payload, note }: PaymentQrProps) {
  const { t } = useTranslation();
  const isDesktop = useIsDesktop();
  const [isOpen, setOpen] = useState(false);
  const size = `max-w-full ${payload.length < DENSE_CHARS ? 'size-56 min-[64rem]:size-48' : 'size-72'}`;
  const code = (
    <Suspense fallback={<div className={`waiting-bone ${size}`} />}>
      <QrCode payload={payload} label={t('order.qr_label')} className={size} />
    </Suspense>
  );
  const noteLine = note === null ? null : <p className="mt-2 text-sm leading-6">{note}</p>;
  return (
    <>
      {/* Paper is narrower than the screen that it is printed from */}
      <div className={`mt-3 hidden min-[64rem]:block noscript:min-[64rem]:hidden ${isDesktop ? 'print:block' : ''}`}>
        {isDesktop ? code : <div className={`waiting-bone ${size}`} />}
        <p className="mt-2 text-sm leading-6 text-muted">
          {t(SCAN_KEYS[isSbpLink(payload) ? 'sbp' : isBankQr(payload) ? 'bank' : 'wallet'])}
        </p>
        {noteLine}
      </div>
      <details
        className={`mt-4 noscript:hidden min-[64rem]:hidden ${isOpen ? '' : 'print:hidden'}`}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="link inline-block min-h-6 text-sm font-medium">{t('order.show_qr')}</summary>
        {isOpen && !isDesktop ? (
          <div className="mt-3">
            {code}
            {noteLine}
          </div>
        ) : null}
      </details>
    </>
  );
}
