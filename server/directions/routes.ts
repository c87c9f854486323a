import { getDirection, listDirectionChanges, listDirections } from '#contract/public/directions.ts';
import { closedSide } from '#core/order/admission.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { findChanges } from './find-changes.ts';
import { presentDirection } from './present.ts';

type RouteDeps = Pick<Deps, 'db' | 'catalogue' | 'quotes' | 'shop'>;

const idOf = ({ incomeCode, outcomeCode }: Direction): string => `${incomeCode}-${outcomeCode}`;

/** `GET /api/v1/directions`: the terms of directions, from memory; only the dates of change are read from the database. */
export function directionRoutes(deps: RouteDeps): Route[] {
  const { catalogue } = deps;
  const resourceOf = (direction: Direction) => {
    const attributes = presentDirection(deps, direction);
    return attributes === undefined ? [] : [{ type: 'directions', id: idOf(direction), attributes }];
  };
  const isOpen = (direction: Direction): boolean =>
    closedSide({
      income: catalogue.paymentSystem(direction.incomeCode),
      outcome: catalogue.paymentSystem(direction.outcomeCode),
      direction,
    }) === null;
  return [
    route(getDirection, async ({ params: { income_payment_system_id: income, outcome_payment_system_id: outcome } }) => {
      const direction = catalogue.direction(income.toUpperCase(), outcome.toUpperCase());
      const [data] = direction === undefined ? [] : resourceOf(direction);
      return data === undefined ? refuse({ code: 'not_found' }) : accept({ data });
    }),
    route(listDirections, async ({ query: { payment_system_id: id } }) => {
      const code = id.toUpperCase();
      if (catalogue.paymentSystem(code) === undefined) return refuse({ code: 'not_found' });
      const directions = catalogue
        .directions()
        .filter((direction) => (direction.incomeCode === code || direction.outcomeCode === code) && isOpen(direction));
      return accept({ data: directions.flatMap(resourceOf) });
    }),
    route(listDirectionChanges, async () => {
      const changes = await findChanges(deps.db);
      return accept({
        data: catalogue
          .directions()
          .filter(isOpen)
          .map((direction) => {
            const changedAt = changes.get(idOf(direction)) ?? null;
            const { incomeCode: income_payment_system_id, outcomeCode: outcome_payment_system_id } = direction;
            const changed_at = changedAt === null ? null : toRfc3339(changedAt.getTime());
            return {
              type: 'direction_changes',
              id: idOf(direction),
              attributes: { income_payment_system_id, outcome_payment_system_id, changed_at },
            };
          }),
      });
    }),
  ];
}
