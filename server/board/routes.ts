import { getBoard, getShopFacts } from '#contract/public/board.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { createBoard } from './board-lines.ts';
import { createShopFacts } from './shop-facts.ts';

/** Public endpoints of the board of rates and the facts about the shop (identity: "The board"). */
export function boardRoutes(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue' | 'quotes' | 'settings'>): Route[] {
  const board = createBoard(deps);
  const facts = createShopFacts(deps);
  return [
    route(getBoard, async ({ query: { income_payment_system_id: income, outcome_payment_system_id: outcome } }) => {
      // For all pairs at once there is the rate file
      if (income === undefined && outcome === undefined) return refuse({ code: 'required', field: 'income_payment_system_id' });
      const lines = await board({ income, outcome });
      return lines === undefined ? refuse({ code: 'not_found' }) : accept({ data: lines });
    }),
    route(getShopFacts, async () => accept({ data: { type: 'shop_facts', id: 'shop', attributes: await facts() } })),
  ];
}
