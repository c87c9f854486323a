import type { Resource } from '#contract/document.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { accept, refuse } from '#core/result.ts';
import { checkTypedRequisites } from '#contract/public/requisite-checks.ts';
import { listPaymentSystems, type PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { checkAddressOf } from './check-address.ts';
import { presentPaymentSystem } from './present.ts';

/** A copy of the resource without outcomes hidden in this response. */
function withVisibleOutcomes(
  resource: Resource<PaymentSystemAttributes>,
  isVisible: (code: string) => boolean,
): Resource<PaymentSystemAttributes> {
  const ids = resource.attributes.outcome_payment_system_ids.filter(isVisible);
  return { ...resource, attributes: { ...resource.attributes, outcome_payment_system_ids: ids } };
}

/** `GET /payment_systems` and `POST /requisite_checks`, from memory. Systems disabled on both sides and excluded currencies are left out, also as outcomes. */
export const paymentSystemRoutes = (deps: Pick<Deps, 'catalogue'>): Route[] => [
  route(listPaymentSystems, async ({ query, locale }) => {
    const { catalogue } = deps;
    const excluded = new Set(query.excluded_currency_iso_codes ?? []);
    const isExcluded = (code: string): boolean => excluded.has(catalogue.paymentSystem(code)?.currency ?? '');
    const visible = catalogue.paymentSystems().filter((system) => {
      const isOpen = system.incomeEnabled || system.outcomeEnabled;
      const matchesReferral = query.enable_referal_output !== 'true' || system.referalOutputEnabled;
      return isOpen && matchesReferral && !excluded.has(system.currency);
    });
    return accept({
      data: visible.map((system) => withVisibleOutcomes(presentPaymentSystem(catalogue, system, locale), (code) => !isExcluded(code))),
    });
  }),
  route(checkTypedRequisites, async ({ body }) => {
    const system = deps.catalogue.paymentSystem(body.payment_system_id);
    if (system === undefined) return refuse({ code: 'direction_unavailable', field: 'payment_system_id' });
    const checked = checkRequisites({
      fields: body.side === 'income' ? system.incomeFields : system.outcomeFields,
      values: body.requisites,
      noMemo: body.no_memo === true,
      checkAddress: checkAddressOf(system),
    });
    if (!checked.ok)
      return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `requisites/${refusal.field ?? ''}` })) };
    const attributes = { payment_system_id: system.code, side: body.side, requisites: { ...checked.value } };
    return accept({ data: { type: 'requisite_checks', id: `${system.code}-${body.side}`, attributes } });
  }),
];
