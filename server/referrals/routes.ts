import {
  getReferralFigures,
  getReferralProgramme,
  listReferrals,
  type ReferralAttributes,
  type ReferralFiguresAttributes,
  type ReferralProgrammeAttributes,
  type ReferralStep,
} from '#contract/account/referrals.ts';
import { formatAmount } from '#core/money/amount.ts';
import { type Fraction, fraction, multiply, toSignificant } from '#core/money/fraction.ts';
import { COUNTS_ABOVE_KOPECKS, nextTier, type Tier, tierOf } from '#core/referral/tiers.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { referralLink } from '#server/users/read-user.ts';
import * as store from './list-store.ts';

/** Same as for incomes (spec 9: "Referral incomes and rewards"). */
const PER_PAGE = 12;
const HUNDREDTHS = 2;
const HUNDRED = fraction(100n, 1n);
const DIGITS = 6;
/** Number of steps in a chart. */
const STEP_COUNT: Readonly<Record<ReferralStep, number>> = { day: 30, week: 26, month: 24 };
const ERASED_EMAIL_DOMAIN = '@erased.invalid';
const ERASED_EMAIL_MASK = '***';

const percent = (rate: Fraction): string => toSignificant(multiply(rate, HUNDRED), DIGITS);
const usd = (hundredths: string): string => formatAmount(BigInt(hundredths), HUNDREDTHS);

const present = ({ email, bound_at: at, is_counted: counted, turnover_usd: turnover }: store.ReferralRow): ReferralAttributes => ({
  email_masked: email === null || email.endsWith(ERASED_EMAIL_DOMAIN) ? ERASED_EMAIL_MASK : maskEmail(email),
  registered_at: toRfc3339(at.getTime()),
  counted,
  turnover_usd: usd(turnover),
});

/** The referral terms and incomes, provided by the earnings module. */
export interface ReferralProgramme {
  terms(): Promise<{ readonly isOn: boolean; readonly tiers: readonly Tier[] }>;
  /** Cents by the first day of each step; steps without income are missing. */
  incomes(userId: string, by: ReferralStep): Promise<ReadonlyMap<string, bigint>>;
}

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/** The referrer's link and current tier. */
async function termsOf(deps: RouteDeps, programme: ReferralProgramme, userId: string) {
  const [{ code, counted }, { tiers }] = await Promise.all([store.findReferrerStatus(deps.db, userId), programme.terms()]);
  const next = nextTier(counted, tiers);
  return {
    link: code === null ? null : referralLink(deps, code),
    rate_percent: percent(tierOf(counted, tiers).rate),
    counted_total: counted,
    next_tier: next === undefined ? null : { from: next.from, rate_percent: percent(next.rate), missing: next.from - counted },
  };
}

async function figuresOf(
  { db, clock }: RouteDeps,
  programme: ReferralProgramme,
  { userId, by }: { readonly userId: string; readonly by: ReferralStep },
): Promise<ReferralFiguresAttributes> {
  const [total, steps, incomes] = await Promise.all([
    store.sumFigures(db, userId),
    store.listSteps(db, userId, { by, steps: STEP_COUNT[by], now: new Date(clock.now()) }),
    programme.incomes(userId, by),
  ]);
  const sources = await store.listSources(db, userId, steps[0]?.from ?? 'infinity');
  const inUnits = <Row extends { readonly turnover_usd: string }>(row: Row, income: bigint) => ({
    ...row,
    turnover_usd: usd(row.turnover_usd),
    income_usd: usd(String(income)),
  });
  const earned = [...incomes.values()].reduce((sum, income) => sum + income, 0n);
  return { by, total: inUnits(total, earned), steps: steps.map((step) => inUnits(step, incomes.get(step.from) ?? 0n)), sources };
}

const COUNTS_ABOVE_RUB = formatAmount(COUNTS_ABOVE_KOPECKS, HUNDREDTHS);

async function programmeNow(programme: ReferralProgramme): Promise<ReferralProgrammeAttributes> {
  const { isOn, tiers } = await programme.terms();
  return {
    is_on: isOn,
    tiers: tiers.map(({ from, rate }) => ({ from, rate_percent: percent(rate) })),
    counts_above_rub: COUNTS_ABOVE_RUB,
  };
}

/** Routes for referrers (contract 4). */
export const referralRoutes = (deps: RouteDeps, programme: ReferralProgramme): Route[] => [
  route(getReferralProgramme, async () =>
    accept({ data: { type: 'referral_programmes', id: 'now', attributes: await programmeNow(programme) } }),
  ),
  route(listReferrals, async (call) => {
    const page = readPageRequest(call, PER_PAGE);
    const { userId } = call.visitor;
    const [{ rows, ends, total }, meta] = await Promise.all([
      store.listByReferrer(deps.db, userId, page),
      termsOf(deps, programme, userId),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'referrals', id: row.id, attributes: present(row) })),
      page: pageInfo(page, total, ends),
      meta,
    });
  }),
  route(getReferralFigures, async ({ visitor, query }) => {
    const by = query.by ?? 'day';
    const attributes = await figuresOf(deps, programme, { userId: visitor.userId, by });
    return accept({ data: { type: 'referral_figures', id: `${visitor.userId}-${by}`, attributes } });
  }),
];
