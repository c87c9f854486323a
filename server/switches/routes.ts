import { getPublicNotice } from '#contract/public-notice.ts';
import { accept } from '#core/result.ts';
import { breakOf, breakOfPair, type Switch } from '#core/switches.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';

type NoticeDeps = Pick<Deps, 'switches' | 'clock' | 'catalogue'>;

function breakFor({ switches, catalogue }: NoticeDeps, incomeCode: string, outcomeCode: string): Switch | null {
  const off = switches.off();
  const [income, outcome] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
  const direction = catalogue.direction(incomeCode, outcomeCode);
  return income && outcome && direction ? breakOfPair(off, { direction, income, outcome }) : breakOf(off);
}

/** Whether new orders are taken, of a pair where one is asked for, from memory (domain 9). */
export const noticeRoutes = (deps: NoticeDeps): Route[] => [
  route(getPublicNotice, async ({ locale, query }) => {
    const found = breakFor(deps, query.income_payment_system_id ?? '', query.outcome_payment_system_id ?? '');
    const tech_break = {
      active: found !== null,
      scope: found === null || found.kind === 'shop' ? ('shop' as const) : ('pair' as const),
      until: found?.until == null ? null : toRfc3339(found.until),
      reason: found?.reason ?? null,
      text: found?.text?.[locale] ?? null,
      server_time: toRfc3339(deps.clock.now()),
    };
    return accept({ data: null, meta: { tech_break } });
  }),
];
