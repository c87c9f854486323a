/** Scopes of a partner's API key; each call open to partners requires one. */
export const PARTNER_SCOPES = ['rates:read', 'orders:read', 'orders:write'] as const;
export type PartnerScope = (typeof PARTNER_SCOPES)[number];

/** `sandbox`: for tests, without real money; `live`: for trading. Neither sees the other's orders. */
export const KEY_MODES = ['live', 'sandbox'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** Allowed clock difference of a partner, and how long a signature is remembered on either side. */
export const SIGNATURE_WINDOW_SECONDS = 300;
/** Keys that one account may have at once, not counting revoked ones. */
export const MAX_KEYS = 10;
/** Addresses or networks that one key may be restricted to. */
export const MAX_KEY_NETWORKS = 20;
export const MAX_KEY_NAME_LENGTH = 60;

/** The parts of a request that a signature covers, as sent. */
export interface SignedParts {
  readonly timestamp: string;
  /** Upper case, as on the request line. */
  readonly method: string;
  /** Path with query, byte for byte: not decoded, sorted or normalised. */
  readonly target: string;
  /** SHA-256 of the body in lower-case hex; without a body, of the empty text. */
  readonly bodyHash: string;
}

/** The text whose HMAC-SHA-256 by the key's secret is the signature (`docs/how-to/partner-api.md`). */
export const signedText = ({ timestamp, method, target, bodyHash }: SignedParts): string =>
  `${timestamp}\n${method}\n${target}\n${bodyHash}`;

/** Unix seconds with up to six decimals, so that equal calls within a second have different signatures. */
const TIMESTAMP = /^\d{10}(?:\.\d{1,6})?$/;

/** The timestamp of a call in milliseconds; undefined where it is malformed. */
export const callTimeMs = (timestamp: string): number | undefined => (TIMESTAMP.test(timestamp) ? Number(timestamp) * 1000 : undefined);

/** Whether the timestamp of a call is within the allowed window, by our clock. */
export const isTimely = (at: number, now: number): boolean => Math.abs(now - at) <= SIGNATURE_WINDOW_SECONDS * 1000;

/** Limits of one partner. */
export interface Quotas {
  readonly requestsPerMinute: number;
  /** Orders of the last 24 hours. */
  readonly ordersPerDay: number;
  /** Open orders without a payment, which reserve money. */
  readonly openOrders: number;
  /** The part of one reserve that those orders may take, per cent. */
  readonly reservePercent: number;
}

/** Quotas of a partner without own ones. */
export const DEFAULT_QUOTAS: Quotas = { requestsPerMinute: 120, ordersPerDay: 500, openOrders: 20, reservePercent: 10 };

/** A partner's default share of the revenue of its orders, parts per million. */
export const DEFAULT_SHARE_PPM = 200_000;

/** A larger share needs the agreement of two people. */
export const MAX_SHARE_ALONE_PPM = 300_000;

/** Who ended a key: its partner, an operator, or the loss of every sign-in method of its account (decision 0084). */
export const KEY_ENDERS = ['partner', 'office', 'cut_off'] as const;
export type KeyEnder = (typeof KEY_ENDERS)[number];
