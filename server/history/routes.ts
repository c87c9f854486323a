import { getRateHistory } from '#contract/public/rate-history.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { createOwnHistory, createRateHistory } from './rate-history.ts';

/** `GET /api/v1/rate_history/{income}/{outcome}`. */
export function rateHistoryRoutes(deps: Pick<Deps, 'db' | 'clock' | 'catalogue'>): Route[] {
  const rateHistory = createRateHistory(deps);
  const ownHistory = createOwnHistory(deps);
  return [
    route(getRateHistory, async ({ params, query }) => {
      const { income_payment_system_id: income, outcome_payment_system_id: outcome } = params;
      const period = query.period ?? 'day';
      const history = await rateHistory({ income, outcome }, period);
      if (history === undefined) return refuse({ code: 'not_found' });
      const ours = await ownHistory({ income, outcome }, history);
      return accept({
        data: { type: 'rate_histories', id: `${income}-${outcome}-${period}`, attributes: { ...params, ...history, ours } },
      });
    }),
  ];
}
