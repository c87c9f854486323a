import type { Locale } from '#core/locale.ts';

/** Address of this run's product: `global.setup.ts` writes it into the workers' environment. */
const PRODUCT_URL = 'RAZMEN_E2E_URL';
const CONTROL_URL = 'RAZMEN_E2E_CONTROL_URL';

export const OWNER = { email: 'owner@example.org', password: 'counter-and-two-trays-41' };
/** Staff members created by the run besides the owner, one for each role. */
export const CASHIER = { email: 'cashier@example.org', password: 'small-notes-for-big-ones-17', role: 'cashier' };
export const TREASURER = { email: 'treasurer@example.org', password: 'count-twice-write-once-23', role: 'treasurer' };

/** Has an account without access to the office. */
export const CUSTOMER = { email: 'customer@example.org', password: 'no-key-to-the-back-room-59', role: 'customer' };

/** Address at which a test receives webhooks, by language. It is outside the range that the system assigns; the product may send there. */
export const RECEIVER_PORTS = { ru: 18617, en: 18618 } as const satisfies Record<Locale, number>;

export const LOCALES = ['ru', 'en'] as const satisfies readonly Locale[];

/**
 * Languages of a flow that does the same in each: one, and both with `BOTH_LANGUAGES=1` (decision 0105). What depends on the language
 * (texts, numbers, widths, accessibility, the main job) is tested in all `LOCALES`.
 */
export const localesOf = (one: Locale): readonly Locale[] => (process.env['BOTH_LANGUAGES'] === '1' ? LOCALES : [one]);

/** Message of the product's process to its parent, one line of JSON. */
export interface ProductReady {
  readonly url: string;
  readonly controlUrl: string;
}

export function announceProduct({ url, controlUrl }: ProductReady): void {
  process.env[PRODUCT_URL] = url;
  process.env[CONTROL_URL] = controlUrl;
}

/** Empty while the run is being set up. */
export const productUrl = (): string => process.env[PRODUCT_URL] ?? '';

/** Actions that visitors cannot do, performed by the control server of this run. */
async function sendCommand(path: string, body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const answer = await fetch(`${process.env[CONTROL_URL] ?? ''}${path}`, { method: 'POST', body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

export interface TelegramMessage {
  readonly text: string;
  /** Null: without a file. */
  readonly is_picture: boolean | null;
}

export const control = {
  /** The provider's answers to one order's payouts from now on; null: its own. */
  sayOfPayouts: async (orderId: string, word: 'failed' | 'unknown' | null): Promise<void> =>
    void (await sendCommand('/say-of-payouts', { order_id: orderId, word })),
  /** Credits the user with rewards, in cents. */
  earn: async (email: string, cents: number): Promise<void> => void (await sendCommand('/earn', { email, cents })),
  /** Raises an incident about an order. */
  alarm: async (orderId: string): Promise<void> => void (await sendCommand('/alarm', { order_id: orderId })),
  /** The acquirer's open page of an order accepts another amount than requested, in minor units. */
  acquirerCharges: async (orderId: string, minor: number): Promise<void> =>
    void (await sendCommand('/acquirer-charges', { order_id: orderId, minor })),
  /** The pending payment at the acquirer is paid, or paid and partly refunded, and reported by a callback. */
  acquirerTells: async (orderId: string, refundedMinor?: number): Promise<void> =>
    void (await sendCommand('/acquirer-tells', { order_id: orderId, given_back: refundedMinor })),
  /** The deadline of an order's current state passes now. */
  endTime: async (orderId: string): Promise<void> => void (await sendCommand('/end-time', { order_id: orderId })),
  /** The order is paid by this link instead of by requisites. */
  payByLink: async (orderId: string, url: string): Promise<void> => void (await sendCommand('/pay-by-link', { order_id: orderId, url })),
  /** The numbers of an order's choice expire now and are calculated again. */
  endOffers: async (orderId: string): Promise<void> => void (await sendCommand('/end-offers', { order_id: orderId })),
  /** The margin of one direction, in parts per million. */
  setMargin: async (pair: { readonly from: string; readonly to: string }, marginPpm: number): Promise<void> =>
    void (await sendCommand('/margin', { ...pair, margin_ppm: marginPpm })),
  /** Sends a message to the shop's bot, with an optional picture. */
  telegramWrite: async (chat: number, words: string, picture?: Buffer): Promise<void> =>
    void (await sendCommand('/telegram-write', { chat, words, picture: picture?.toString('base64') })),
  /** Messages that the shop's bot has sent to this chat. */
  telegramSaid: async (chat: number): Promise<readonly TelegramMessage[]> =>
    (await sendCommand('/telegram-said', { chat }))['said'] as readonly TelegramMessage[],
  /** Until when a chat message about an order is delayed, in epoch milliseconds; null: no message is pending. */
  toldNotBefore: async (orderId: string): Promise<number | null> => {
    const { until } = await sendCommand('/told-not-before', { order_id: orderId });
    return typeof until === 'number' ? until : null;
  },
  /** The delayed message becomes due now. */
  endWait: async (orderId: string): Promise<void> => void (await sendCommand('/end-wait', { order_id: orderId })),
  /** Makes the user's last sign-in too old for actions that need a recent one. */
  ageProof: async (email: string): Promise<void> => void (await sendCommand('/age-proof', { email })),
  /** The same quote with an old issue time. */
  ageQuote: async (id: string): Promise<string> => String((await sendCommand('/age-quote', { id }))['id']),
};
