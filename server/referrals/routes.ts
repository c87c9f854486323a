import {
  getReferralFigures,
  listReferrals,
  type ReferralAttributes,
  type ReferralFiguresAttributes,
  type ReferralStep,
} from '#contract/referrals.ts';
import { formatAmount } from '#core/money/amount.ts';
import { type Fraction, fraction, multiply, toSignificant } from '#core/money/fraction.ts';
import { nextTier, tierOf } from '#core/referral/tiers.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { referralLink } from '#server/users/referral-link.ts';
import * as store from './list-store.ts';

/** As many as incomes have (spec 9: "Referral incomes and rewards"). */
const PER_PAGE = 12;
const HUNDREDTHS = 2;
const HUNDRED = fraction(100n, 1n);
const DIGITS = 6;
/** How far back a chart goes. */
const STEPS: Readonly<Record<ReferralStep, number>> = { day: 30, week: 26, month: 24 };
const ERASED = '@erased.invalid';
const NOBODY = '***';

const percent = (rate: Fraction): string => toSignificant(multiply(rate, HUNDRED), DIGITS);
const usd = (hundredths: string): string => formatAmount(BigInt(hundredths), HUNDREDTHS);

const present = ({ email, bound_at: at, is_counted: counted, turnover_usd: turnover }: store.ReferralRow): ReferralAttributes => ({
  email_masked: email === null || email.endsWith(ERASED) ? NOBODY : maskEmail(email),
  registered_at: toRfc3339(at.getTime()),
  counted,
  turnover_usd: usd(turnover),
});

/** By which link, and what it pays now. */
async function termsOf(deps: Pick<Deps, 'db' | 'settings'>, userId: string) {
  const { code, counted } = await store.standingOf(deps.db, userId);
  const next = nextTier(counted);
  return {
    link: code === null ? null : referralLink(deps, code),
    rate_percent: percent(tierOf(counted).rate),
    counted_total: counted,
    next_tier: next === undefined ? null : { from: next.from, rate_percent: percent(next.rate), missing: next.from - counted },
  };
}

async function figuresOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string, by: ReferralStep): Promise<ReferralFiguresAttributes> {
  const [total, steps] = await Promise.all([
    store.totalOf(db, userId),
    store.stepsOf(db, userId, { by, steps: STEPS[by], now: new Date(clock.now()) }),
  ]);
  const sources = await store.sourcesOf(db, userId, steps[0]?.from ?? 'infinity');
  const inUnits = <Row extends { readonly turnover_usd: string }>(row: Row) => ({ ...row, turnover_usd: usd(row.turnover_usd) });
  return { by, total: inUnits(total), steps: steps.map(inUnits), sources };
}

/** What referrers are told (contract 4). */
export const referralRoutes = (deps: Pick<Deps, 'db' | 'clock' | 'settings'>): Route[] => [
  route(listReferrals, async (call) => {
    const page = pageOf(call, PER_PAGE);
    const { userId } = call.visitor;
    const [{ rows, ends, total }, meta] = await Promise.all([store.listOf(deps.db, userId, page), termsOf(deps, userId)]);
    return accept({
      data: rows.map((row) => ({ type: 'referrals', id: row.id, attributes: present(row) })),
      page: pageMeta(page, total, ends),
      meta,
    });
  }),
  route(getReferralFigures, async ({ visitor, query }) => {
    const by = query.by ?? 'day';
    return accept({
      data: { type: 'referral_figures', id: `${visitor.userId}-${by}`, attributes: await figuresOf(deps, visitor.userId, by) },
    });
  }),
];
