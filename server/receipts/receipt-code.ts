import type { Deps } from '#server/deps.ts';

const PURPOSE = 'receipt';

/** The code of a receipt: a MAC over what the paper says, so that a changed paper does not verify. */
export const receiptCodeOf = (deps: Pick<Deps, 'secrets'>, orderId: string): string => deps.secrets.sign(PURPOSE, orderId);

export const isReceiptCode = (deps: Pick<Deps, 'secrets'>, orderId: string, code: string): boolean =>
  deps.secrets.verify(PURPOSE, orderId, code);

/** The page that the QR code opens. */
export const receiptUrlOf = (
  deps: Pick<Deps, 'secrets' | 'settings'>,
  order: { readonly id: string; readonly locale: 'ru' | 'en' },
): string =>
  `${deps.settings.publicUrl}${order.locale === 'en' ? '/en' : ''}/receipt/verify/${order.id}?c=${receiptCodeOf(deps, order.id)}`;
