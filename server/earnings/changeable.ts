import { PROGRAMME_KEY, ProgrammeDocument } from '#contract/office/shop/referral-programme.ts';
import { DEFAULT_PROGRAMME, looserTerms } from '#core/earnings/programme.ts';
import type { Changeable, CheckedItem, ExceededGuard } from '#server/changes/changeable.ts';
import { documentOf } from '#server/changes/check-items.ts';
import { formatAmount } from '#core/money/amount.ts';
import { findProgrammes, insertProgramme, lockProgrammes } from './programme-store.ts';

/** Live channel of changes to the terms. */
const PROGRAMME_CHANGED = 'earning_programme_changed';

/** The programmes' terms as a changeable document (domain 10): every change is a new version from its time on; versions are immutable. */
export const changeableProgramme: Changeable = {
  schema: ProgrammeDocument,
  keyOf: () => PROGRAMME_KEY,
  async read(db, keys, options) {
    if (!keys.includes(PROGRAMME_KEY)) return new Map();
    if (options?.lock === true) await lockProgrammes(db);
    return new Map([[PROGRAMME_KEY, documentOf((await findProgrammes(db)).at(-1)?.programme ?? DEFAULT_PROGRAMME)]]);
  },
  async save(tx, documents) {
    for (const document of documents) await insertProgramme(tx, ProgrammeDocument.parse(document));
  },
  remove: async () => undefined,
  check: async (_db, items) =>
    items.flatMap(({ item: { key }, next }) => (next === null ? [{ key, member: '', refusal: { code: 'not_found' as const } }] : [])),
  channel: PROGRAMME_CHANGED,
};

/** Parts per million as decimals of a per cent. */
const PERCENT_SCALE = 4;

/** Changes of the terms that need a second operator: higher rates or shorter holds than the current terms (domain 10). */
export const judgeProgramme = (items: readonly CheckedItem[]): readonly ExceededGuard[] =>
  items.flatMap(({ item, position, now, next }): ExceededGuard[] => {
    if (item.entity !== 'earning_programme' || next === null) return [];
    const before = now === null ? DEFAULT_PROGRAMME : ProgrammeDocument.parse(now);
    const { raisedPpm, isLooser } = looserTerms(before, ProgrammeDocument.parse(next));
    return [
      ...raisedPpm.map((ppm) => ({ position, guard: 'generous_programme' as const, value: formatAmount(BigInt(ppm), PERCENT_SCALE) })),
      ...(isLooser ? [{ position, guard: 'looser_programme' as const, value: '' }] : []),
    ];
  });
