/** What a key of a partner’s programs may be good for; each call that a program may make names one. */
export const PARTNER_SCOPES = ['rates:read', 'orders:read', 'orders:write'] as const;
export type PartnerScope = (typeof PARTNER_SCOPES)[number];

/** `sandbox`: a key for trying, good where there is no real money; `live`: one for trading. Neither sees the other’s orders. */
export const KEY_MODES = ['live', 'sandbox'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** How far a partner's clock may be off, and for how long a signature is remembered on either side of it. */
export const SIGNATURE_WINDOW_SECONDS = 300;
/** Keys that one account may have at once, revoked ones left out. */
export const MAX_KEYS = 10;
/** Addresses or networks that one key may be bound to. */
export const MAX_KEY_NETWORKS = 20;
export const MAX_KEY_NAME = 60;

/** What a signature covers, as it was sent: time and target are texts of the request, the body its bytes. */
export interface SignedParts {
  readonly timestamp: string;
  /** Upper case, as on the request line. */
  readonly method: string;
  /** Path with query, byte for byte: nothing is decoded, sorted or normalised. */
  readonly target: string;
  /** SHA-256 of the body in lower-case hex; of no body, that of the empty text. */
  readonly bodyHash: string;
}

/** The text whose HMAC-SHA-256 by the key's secret is the signature (`docs/how-to/partner-api.md`). */
export const signedText = ({ timestamp, method, target, bodyHash }: SignedParts): string =>
  `${timestamp}\n${method}\n${target}\n${bodyHash}`;

/** Unix seconds with at most six decimals, so that several equal calls of one second are still different ones. */
const TIMESTAMP = /^\d{10}(?:\.\d{1,6})?$/;

/** The time of a call in milliseconds; undefined: no time at all. */
export const timeOfCall = (timestamp: string): number | undefined => (TIMESTAMP.test(timestamp) ? Number(timestamp) * 1000 : undefined);

/** Whether a call is of now, by our clock. */
export const isOfNow = (at: number, now: number): boolean => Math.abs(now - at) <= SIGNATURE_WINDOW_SECONDS * 1000;

/** How much one partner may ask for. */
export interface Quotas {
  readonly requestsPerMinute: number;
  /** Orders of the last 24 hours. */
  readonly ordersPerDay: number;
  /** Orders that hold a reserve while nothing was seen for them. */
  readonly openOrders: number;
  /** The part of one reserve that those may hold. */
  readonly reservePercent: number;
}

/** What each partner may unless he was given other numbers of his own. */
export const QUOTAS: Quotas = { requestsPerMinute: 120, ordersPerDay: 500, openOrders: 20, reservePercent: 10 };

const PPM_OF_PERCENT = 10_000;

/** What a partner gets of what the service earns on an order of his, unless the office has agreed another share with him: parts per million. */
export const SHARE_PPM = 200_000;

/** Parts per million as per cent: `20`, `12.5`. */
export const percentOfPpm = (ppm: number): string => String(ppm / PPM_OF_PERCENT);

/** A larger share is promised by two people. */
export const SHARE_ALONE_PPM = 300_000;

/** Per cent with at most two decimals as parts per million; the text was checked. */
export function ppmOfPercent(text: string): number {
  const [whole = '0', decimals = ''] = text.split('.');
  return Number(whole) * PPM_OF_PERCENT + Number(decimals.padEnd(2, '0')) * (PPM_OF_PERCENT / 100);
}

/** Who ended a key: its partner, an operator, or the end of every way into its account (decision 0084). */
export const KEY_ENDERS = ['partner', 'office', 'cut_off'] as const;
export type KeyEnder = (typeof KEY_ENDERS)[number];
