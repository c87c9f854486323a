import { accept } from '#core/result.ts';
import { listPaymentSystems } from '#contract/payment-systems.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { presentPaymentSystem } from './present.ts';

/** `GET /payment_systems`: from memory; systems that neither give nor take are not shown. */
export const paymentSystemRoutes = (deps: Pick<Deps, 'catalogue'>): Route[] => [
  route(listPaymentSystems, async ({ query, locale }) => {
    const excludedCurrencies = new Set(query.excluded_currency_iso_codes ?? []);
    const shown = deps.catalogue.paymentSystems().filter((system) => {
      const isOpen = system.incomeEnabled || system.outcomeEnabled;
      const isWanted = query.enable_referal_output !== 'true' || system.referalOutputEnabled;
      return isOpen && isWanted && !excludedCurrencies.has(system.currency);
    });
    return accept({ data: shown.map((system) => presentPaymentSystem(system, { catalogue: deps.catalogue, locale, excludedCurrencies })) });
  }),
];
