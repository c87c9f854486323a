import { PaymentSystemDocument } from '#contract/office/catalogue/payment-system-document.ts';
import { officeCheckPaymentSystem } from '#contract/office/catalogue/payment-systems.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { type Route, routeAfter } from '#server/platform/http/route.ts';
import { catalogueListRoutes } from './list-routes.ts';
import { cataloguePlanRoutes } from './plan-routes.ts';
import { saveCheck } from './store.ts';

const NO_RAIL = 'no_rail';

async function tryRail(deps: Pick<Deps, 'rails' | 'log'>, system: PaymentSystem): Promise<string | null> {
  const rail = deps.rails.get(system.rail);
  if (rail === undefined) return NO_RAIL;
  try {
    const verdict = (await rail.check?.(system)) ?? { ok: true };
    return verdict.ok ? null : verdict.problem;
  } catch (error) {
    deps.log.warn({ error, rail: system.rail, code: system.code }, 'rail_check_failed');
    return 'unreachable';
  }
}

/** Parses a document to a payment system; a refusal names the first invalid member. */
function readDocument(document: unknown): Result<PaymentSystem, 'invalid_format'> {
  const parsed = PaymentSystemDocument.safeParse(document);
  if (parsed.success) return accept(parsed.data);
  return refuse({ code: 'invalid_format', field: `document/${parsed.error.issues[0]?.path.map(String).join('/') ?? ''}` });
}

/** Checks a payment system with its rail and stores the result; a draft may open only after a successful check. */
const catalogueCheckRoute = (deps: Deps): Route =>
  routeAfter(
    officeCheckPaymentSystem,
    async ({ body, visitor: operator }) => {
      const system = readDocument(body.document);
      if (!system.ok) return system;
      return accept({ system: system.value, operator, problem: await tryRail(deps, system.value) });
    },
    async ({ tx, prepared: { system, operator, problem } }) => {
      await saveCheck(tx, { system, problem, now: deps.clock.now(), userId: operator.userId });
      await recordAudit(deps, tx, {
        actorId: operator.userId,
        action: 'check_payment_system',
        subjectType: 'payment_system',
        subjectId: system.code,
        detail: { rail: system.rail, problem },
      });
      const attributes = { code: system.code, rail: system.rail, is_fine: problem === null, problem };
      return accept({ data: { type: 'payment_system_checks', id: system.code, attributes } });
    },
  );

/** Office endpoints of payment systems and directions (domain 10). Single entities are saved through `server/changes`. */
export const officeCatalogueRoutes = (deps: Deps): Route[] => [
  ...catalogueListRoutes(deps),
  catalogueCheckRoute(deps),
  ...cataloguePlanRoutes(deps),
];
