import type { LimitsAttributes } from '#contract/office/money/limits.ts';
import { wholeNumber } from '#office/format/figure.ts';

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

export type CapsDraft = Readonly<Record<CapKey, string>>;
export interface LimitsDraft {
  readonly firstUsd: string;
  readonly secondUsd: string;
}

/** The form's values, as entered. */
export interface Draft extends LimitsDraft {
  readonly treasuryUsd: string;
  readonly caps: CapsDraft;
  readonly systems: Readonly<Record<string, LimitsDraft>>;
  readonly wallets: Readonly<Record<string, CapsDraft>>;
}

const mapValues = <From, To>(record: Readonly<Record<string, From>>, make: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value)]));

const textOf = (value: number | null): string => (value === null ? '' : String(value));
const capsDraft = (caps: Caps): CapsDraft => Object.fromEntries(CAP_KEYS.map((key) => [key, textOf(caps[key])])) as Record<CapKey, string>;
const limitsDraft = (limits: { readonly firstUsd: number; readonly secondUsd: number }): LimitsDraft => ({
  firstUsd: String(limits.firstUsd),
  secondUsd: String(limits.secondUsd),
});

export const draftOf = (limits: PayoutLimits): Draft => ({
  ...limitsDraft(limits),
  treasuryUsd: String(limits.treasuryUsd),
  caps: capsDraft(limits.caps),
  systems: mapValues(limits.systems, limitsDraft),
  wallets: mapValues(limits.wallets, capsDraft),
});

const MAX_VALUE = 9_999_999_999;

/** Parses numbers and collects the paths of invalid ones. */
class DraftParser {
  readonly wrong: string[] = [];
  number(input: string, path: string): number {
    const value = wholeNumber(input, MAX_VALUE);
    if (value === undefined) this.wrong.push(path);
    return value ?? 0;
  }
}

const limitsAt = (parser: DraftParser, limits: LimitsDraft, path: string) => ({
  firstUsd: parser.number(limits.firstUsd, `${path}firstUsd`),
  secondUsd: parser.number(limits.secondUsd, `${path}secondUsd`),
});
const capsAt = (parser: DraftParser, caps: CapsDraft, path: string): Caps =>
  Object.fromEntries(CAP_KEYS.map((key) => [key, caps[key].trim() === '' ? null : parser.number(caps[key], `${path}/${key}`)])) as Record<
    CapKey,
    number | null
  >;

export type ParsedDraft = { readonly ok: true; readonly limits: PayoutLimits } | { readonly ok: false; readonly wrong: readonly string[] };

/** The draft as limits, or the paths of all invalid numbers in the order of the page. */
export function parseDraft(draft: Draft): ParsedDraft {
  const parser = new DraftParser();
  const limits = {
    ...limitsAt(parser, draft, ''),
    treasuryUsd: parser.number(draft.treasuryUsd, 'treasuryUsd'),
    systems: Object.fromEntries(
      Object.entries(draft.systems).map(([code, limits]) => [code, limitsAt(parser, limits, `systems/${code}/`)]),
    ),
    caps: capsAt(parser, draft.caps, 'caps'),
    wallets: Object.fromEntries(Object.entries(draft.wallets).map(([wallet, caps]) => [wallet, capsAt(parser, caps, `wallets/${wallet}`)])),
  };
  return parser.wrong.length === 0 ? { ok: true, limits } : { ok: false, wrong: parser.wrong };
}
