import type { Deps } from '#server/deps.ts';

const PURPOSE = 'receipt';

/** The signature of a receipt. The page it opens shows the true amounts, so a changed PDF is detected. */
export const receiptCodeOf = (deps: Pick<Deps, 'secrets'>, orderId: string): string => deps.secrets.sign(PURPOSE, orderId);

export const isReceiptCode = (deps: Pick<Deps, 'secrets'>, orderId: string, code: string): boolean =>
  deps.secrets.verifyLongLived(PURPOSE, orderId, code);

/** The order's page without its token, since receipts are shown to others. */
export const orderPageOf = (deps: Pick<Deps, 'settings'>, order: { readonly id: string; readonly locale: 'ru' | 'en' }): string =>
  `${deps.settings.publicUrl}${order.locale === 'en' ? '/en' : ''}/order/${order.id}`;

/** The page that the QR code opens. */
export const receiptUrlOf = (
  deps: Pick<Deps, 'secrets' | 'settings'>,
  order: { readonly id: string; readonly locale: 'ru' | 'en' },
): string =>
  `${deps.settings.publicUrl}${order.locale === 'en' ? '/en' : ''}/receipt/verify/${order.id}?c=${receiptCodeOf(deps, order.id)}`;
