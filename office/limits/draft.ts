import type { LimitsAttributes } from '#contract/office-limits.ts';
import { wholeNumber } from '#office/form/whole-number.ts';

type PayoutLimits = LimitsAttributes['limits'];
type Caps = PayoutLimits['caps'];
export type CapKey = keyof Caps;

export const CAP_KEYS = [
  'hourUsd',
  'hourCount',
  'dayUsd',
  'dayCount',
  'destinationDayUsd',
  'destinationDayCount',
  'floatDayPercent',
] as const satisfies readonly CapKey[];

export type TypedCaps = Readonly<Record<CapKey, string>>;
export interface TypedLimits {
  readonly firstUsd: string;
  readonly secondUsd: string;
}

/** What the form holds, as it was typed. */
export interface Draft extends TypedLimits {
  readonly treasuryUsd: string;
  readonly caps: TypedCaps;
  readonly systems: Readonly<Record<string, TypedLimits>>;
  readonly wallets: Readonly<Record<string, TypedCaps>>;
}

const each = <From, To>(record: Readonly<Record<string, From>>, make: (one: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, one]) => [key, make(one)]));

const textOf = (value: number | null): string => (value === null ? '' : String(value));
const typedCaps = (caps: Caps): TypedCaps => Object.fromEntries(CAP_KEYS.map((key) => [key, textOf(caps[key])])) as Record<CapKey, string>;
const typedLimits = (one: { readonly firstUsd: number; readonly secondUsd: number }): TypedLimits => ({
  firstUsd: String(one.firstUsd),
  secondUsd: String(one.secondUsd),
});

export const draftOf = (limits: PayoutLimits): Draft => ({
  ...typedLimits(limits),
  treasuryUsd: String(limits.treasuryUsd),
  caps: typedCaps(limits.caps),
  systems: each(limits.systems, typedLimits),
  wallets: each(limits.wallets, typedCaps),
});

const MOST = 9_999_999_999;

/** Reads figures, and notes the paths of those that are none. */
class Reader {
  readonly wrong: string[] = [];
  number(typed: string, path: string): number {
    const value = wholeNumber(typed, MOST);
    if (value === undefined) this.wrong.push(path);
    return value ?? 0;
  }
}

const limitsAt = (read: Reader, one: TypedLimits, path: string) => ({
  firstUsd: read.number(one.firstUsd, `${path}firstUsd`),
  secondUsd: read.number(one.secondUsd, `${path}secondUsd`),
});
const capsAt = (read: Reader, caps: TypedCaps, path: string): Caps =>
  Object.fromEntries(CAP_KEYS.map((key) => [key, caps[key].trim() === '' ? null : read.number(caps[key], `${path}/${key}`)])) as Record<
    CapKey,
    number | null
  >;

export type Read = { readonly ok: true; readonly limits: PayoutLimits } | { readonly ok: false; readonly wrong: readonly string[] };

/** What was typed as limits, or every place where no number stands, in the order of the page. */
export function readDraft(draft: Draft): Read {
  const read = new Reader();
  const limits = {
    ...limitsAt(read, draft, ''),
    treasuryUsd: read.number(draft.treasuryUsd, 'treasuryUsd'),
    systems: Object.fromEntries(Object.entries(draft.systems).map(([code, one]) => [code, limitsAt(read, one, `systems/${code}/`)])),
    caps: capsAt(read, draft.caps, 'caps'),
    wallets: Object.fromEntries(Object.entries(draft.wallets).map(([wallet, caps]) => [wallet, capsAt(read, caps, `wallets/${wallet}`)])),
  };
  return read.wrong.length === 0 ? { ok: true, limits } : { ok: false, wrong: read.wrong };
}
