import type { ReferralStep } from '#contract/account/referrals.ts';
import { PROGRAMME_KEY, ProgrammeDocument } from '#contract/office/shop/referral-programme.ts';
import { type DatedProgramme, DEFAULT_PROGRAMME, compareTerms, type Programme, programmeAt } from '#core/earnings/programme.ts';
import { formatAmount } from '#core/money/amount.ts';
import { fromPpm } from '#core/money/fraction.ts';
import type { Changeable, CheckedItem, ExceededGuard } from '#server/changes/changeable.ts';
import { documentOf } from '#server/changes/check-items.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { ReferralProgramme } from '#server/referrals/routes.ts';

const ProgrammeRow = rowType({ version: col.number, since: col.timestamp, document: col.json(ProgrammeDocument) });

/** Every version of the terms, by date. */
export async function findProgrammes(db: Queryable): Promise<DatedProgramme[]> {
  const rows = await db.many(ProgrammeRow, sql`select version, since, document from earning_programmes order by since, version`);
  return rows.map(({ version, since, document }) => ({ version, since: since.getTime(), programme: document }));
}

/** Serialises changes of the terms until the transaction ends. */
const lockProgrammes = async (db: Queryable): Promise<number> =>
  await db.run(sql`lock table earning_programmes in share row exclusive mode`);

/** Inserts a version that is valid from now on. */
const insertProgramme = async (tx: Tx, programme: Programme): Promise<number> =>
  await tx.run(sql`
    insert into earning_programmes (version, since, document)
    select coalesce(max(version), 0) + 1, clock_timestamp(), ${JSON.stringify(programme)} from earning_programmes`);

/** Live channel of changes to the terms. */
const PROGRAMME_CHANGED = 'earning_programme_changed';

/** The earning terms as a changeable document (domain 10). Every change inserts a version that is valid from then on. */
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
    const { raisedPpm, hasOtherLoosening } = compareTerms(before, ProgrammeDocument.parse(next));
    return [
      ...raisedPpm.map((ppm) => ({ position, guard: 'generous_programme' as const, value: formatAmount(BigInt(ppm), PERCENT_SCALE) })),
      ...(hasOtherLoosening ? [{ position, guard: 'looser_programme' as const, value: '' }] : []),
    ];
  });

const IncomeRow = rowType({ from: col.text, amount: col.text });

/** A referrer's unreversed earnings by Moscow day, week or month, in cents. */
async function incomesBy(db: Queryable, userId: string, by: ReferralStep): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.many(
    IncomeRow,
    sql`
    select to_char(date_trunc(${by}, created_at at time zone 'Europe/Moscow'), 'YYYY-MM-DD') as from, sum(amount)::text as amount
    from earnings where user_id = ${userId} and kind = 'referral' and reversed_at is null group by 1`,
  );
  return new Map(rows.map(({ from, amount }) => [from, BigInt(amount)]));
}

/** Current terms and incomes, for the referral pages. */
export const referralProgramme = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): ReferralProgramme => ({
  async terms() {
    const { programme } = programmeAt(await findProgrammes(db), clock.now());
    return { isOn: programme.isReferralOn, tiers: programme.tiers.map(({ from, ratePpm }) => ({ from, rate: fromPpm(ratePpm) })) };
  },
  incomes: (userId, by) => incomesBy(db, userId, by),
});
