import { type AcquirerAttributes, officeListAcquirers } from '#contract/office-acquirers.ts';
import { accept } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { AcquirerState, WatchAcquirers } from '#server/adapters/rails/acquirer/port.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';

type AcquirerDeps = Pick<Deps, 'catalogue' | 'settings'>;

const momentOf = (at: Instant | null): string | null => (at === null ? null : toRfc3339(at));

/** What was told last counts: an answer after a failure is one that answers. */
function healthOf({ lastAnswerAt, lastFailureAt, lastCallbackAt }: AcquirerState): AcquirerAttributes['health'] {
  if (lastAnswerAt === null && lastFailureAt === null && lastCallbackAt === null) return 'unheard';
  return lastFailureAt !== null && lastFailureAt > (lastAnswerAt ?? 0) ? 'fails' : 'answers';
}

const present = ({ catalogue, settings }: AcquirerDeps, one: AcquirerState): AcquirerAttributes => ({
  title: one.title,
  rail: one.rail,
  kind: one.kind,
  is_test: one.isTest,
  origins: [...one.origins],
  callback_url: `${settings.publicUrl}/callbacks/${one.rail}`,
  callbacks: one.believed,
  is_asked: one.isAsked,
  gives_back: one.givesBack,
  currencies: [...one.currencies],
  payment_systems: catalogue.paymentSystems().flatMap(({ rail, code }) => (rail === one.rail ? [code] : [])),
  health: healthOf(one),
  last_callback_at: momentOf(one.lastCallbackAt),
  last_refused_at: momentOf(one.lastRefusedAt),
  last_refused_why: one.lastRefusedWhy,
  last_answer_at: momentOf(one.lastAnswerAt),
  last_failure_at: momentOf(one.lastFailureAt),
  last_failure: one.lastFailure,
  open_refunds: one.openRefunds,
});

/** The operators' call about acquirers: read only, what they are stands in the shop's own file. */
export const officeAcquirerRoutes = (deps: AcquirerDeps, watch: WatchAcquirers): Route[] => [
  route(officeListAcquirers, async () => {
    const data = (await watch()).map((one) => ({ type: 'acquirers' as const, id: one.name, attributes: present(deps, one) }));
    return accept({ data });
  }),
];
