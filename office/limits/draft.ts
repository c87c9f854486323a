import type { LimitsAttributes } from '#contract/office-limits.ts';

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

/** A whole number as people type it: with spaces; undefined where it is none. */
function numberOf(typed: string): number | undefined {
  const digits = typed.replaceAll(/[\s\u00A0\u202F]/g, '');
  return /^\d{1,10}$/.test(digits) ? Number(digits) : undefined;
}

/** Every figure must be one: the path of the first that is not is what is wrong. */
class Wrong extends Error {
  readonly path: string;
  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

function must(typed: string, path: string): number {
  const value = numberOf(typed);
  if (value === undefined) throw new Wrong(path);
  return value;
}
const limitsAt = (one: TypedLimits, path: string) => ({
  firstUsd: must(one.firstUsd, `${path}firstUsd`),
  secondUsd: must(one.secondUsd, `${path}secondUsd`),
});
const capsAt = (caps: TypedCaps, path: string): Caps =>
  Object.fromEntries(CAP_KEYS.map((key) => [key, caps[key].trim() === '' ? null : must(caps[key], `${path}/${key}`)])) as Record<
    CapKey,
    number | null
  >;

export type Read = { readonly ok: true; readonly limits: PayoutLimits } | { readonly ok: false; readonly path: string };

/** What was typed as limits, or the first place where no number stands. */
export function readDraft(draft: Draft): Read {
  try {
    return {
      ok: true,
      limits: {
        ...limitsAt(draft, ''),
        treasuryUsd: must(draft.treasuryUsd, 'treasuryUsd'),
        caps: capsAt(draft.caps, 'caps'),
        systems: Object.fromEntries(Object.entries(draft.systems).map(([code, one]) => [code, limitsAt(one, `systems/${code}/`)])),
        wallets: Object.fromEntries(Object.entries(draft.wallets).map(([wallet, caps]) => [wallet, capsAt(caps, `wallets/${wallet}`)])),
      },
    };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, path: error.path };
    throw error;
  }
}
