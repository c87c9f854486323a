/** Names of an amount in templates. */
export const MONEY_NAMES = ['amount', 'amount_minor'] as const;

const ORDER_NAMES = ['reference', 'order', ...MONEY_NAMES, 'currency'] as const;

/** Names that templates may use, by part; secrets are allowed everywhere, fields in callbacks. */
export const OFFER_NAMES = [...ORDER_NAMES, 'locale', 'success_url', 'failure_url', 'callback_url', 'signature'] as const;
export const STATUS_NAMES = [...ORDER_NAMES, 'payment', 'signature'] as const;
export const REFUND_NAMES = [...ORDER_NAMES, 'payment', 'refund', 'signature'] as const;
export const REFUND_ANSWER_NAMES = [...REFUND_NAMES, 'refund_id'] as const;
