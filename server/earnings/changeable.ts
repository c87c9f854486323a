import { PROGRAMME_KEY, ProgrammeDocument } from '#contract/office-programme.ts';
import { FIRST_PROGRAMME, type Programme } from '#core/earnings/programme.ts';
import type { Changeable, CheckedItem, Fired } from '#server/changes/changeable.ts';
import { documentOf } from '#server/changes/check-items.ts';
import { formatAmount } from '#core/money/amount.ts';
import { findProgrammes, insertProgramme, lockProgrammes } from './programme-store.ts';

/** Told of by whoever changes the terms. */
const PROGRAMME_CHANGED = 'earning_programme_changed';

/** Terms of the programmes as they are changed (domain 10): each change is a version from its moment on, and none is ever rewritten. */
export const changeableProgramme: Changeable = {
  schema: ProgrammeDocument,
  keyOf: () => PROGRAMME_KEY,
  async read(db, keys, options) {
    if (!keys.includes(PROGRAMME_KEY)) return new Map();
    if (options?.lock === true) await lockProgrammes(db);
    return new Map([[PROGRAMME_KEY, documentOf((await findProgrammes(db)).at(-1)?.programme ?? FIRST_PROGRAMME)]]);
  },
  async save(tx, documents) {
    for (const document of documents) await insertProgramme(tx, ProgrammeDocument.parse(document));
  },
  remove: async () => undefined,
  check: async (_db, items) =>
    items.flatMap(({ item: { key }, next }) => (next === null ? [{ key, member: '', refusal: { code: 'not_found' as const } }] : [])),
  channel: PROGRAMME_CHANGED,
};

/** Beyond these the terms are not one person's: two per cent of what is exchanged, thirty of what is earned (parts per million). */
const MOST_RATE_PPM = 20_000;
const MOST_SHARE_PPM = 300_000;
/** Parts per million are this many decimals of a per cent. */
const PERCENT_SCALE = 4;

const mostOf = (numbers: readonly number[]): number => Math.max(0, ...numbers);

/** The rates of terms that are above a band and above what they were. */
function tooMuch(before: Programme, after: Programme): number[] {
  const [rate, share] = [mostOf(after.tiers.map((tier) => tier.ratePpm)), mostOf(after.cashbackSteps.map((step) => step.sharePpm))];
  return [
    ...(rate > MOST_RATE_PPM && rate > mostOf(before.tiers.map((tier) => tier.ratePpm)) ? [rate] : []),
    ...(share > MOST_SHARE_PPM && share > mostOf(before.cashbackSteps.map((step) => step.sharePpm)) ? [share] : []),
  ];
}

/** Which changes of the terms need a second person (domain 10). */
export const judgeProgramme = (items: readonly CheckedItem[]): readonly Fired[] =>
  items.flatMap(({ item, position, now, next }): Fired[] => {
    if (item.entity !== 'earning_programme' || next === null) return [];
    const before = now === null ? FIRST_PROGRAMME : ProgrammeDocument.parse(now);
    return tooMuch(before, ProgrammeDocument.parse(next)).map((value) => ({
      position,
      guard: 'generous_programme',
      value: formatAmount(BigInt(value), PERCENT_SCALE),
    }));
  });
