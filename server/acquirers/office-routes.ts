import { type AcquirerAttributes, officeListAcquirers } from '#contract/office/money/acquirers.ts';
import { may } from '#core/access/access.ts';
import { accept } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { AcquirerState, WatchAcquirers } from '#server/adapters/rails/acquirer/port.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';

type AcquirerDeps = Pick<Deps, 'catalogue' | 'settings'>;

const optionalTimestamp = (at: Instant | null): string | null => (at === null ? null : toRfc3339(at));

/** The latest result counts: an answer after a failure is `answers`. */
function healthOf({ lastAnswerAt, lastFailureAt, lastCallbackAt }: AcquirerState): AcquirerAttributes['health'] {
  if (lastAnswerAt === null && lastFailureAt === null && lastCallbackAt === null) return 'unheard';
  return lastFailureAt !== null && lastFailureAt > (lastAnswerAt ?? 0) ? 'fails' : 'answers';
}

/** `role`: balances are for those who may read reserves. */
const present = ({ catalogue, settings }: AcquirerDeps, acquirer: AcquirerState, role: string): AcquirerAttributes => ({
  title: acquirer.title,
  rail: acquirer.rail,
  kind: acquirer.kind,
  is_test: acquirer.isTest,
  origins: [...acquirer.origins],
  callback_url: `${settings.publicUrl}/callbacks/${acquirer.rail}`,
  callbacks: acquirer.callbackTrust,
  is_asked: acquirer.isPolled,
  gives_back: acquirer.supportsRefunds,
  currencies: [...acquirer.currencies],
  payment_systems: catalogue.paymentSystems().flatMap(({ rail, code }) => (rail === acquirer.rail ? [code] : [])),
  health: healthOf(acquirer),
  last_callback_at: optionalTimestamp(acquirer.lastCallbackAt),
  last_refused_at: optionalTimestamp(acquirer.lastRefusedAt),
  last_refused_why: acquirer.lastRefusedWhy,
  last_answer_at: optionalTimestamp(acquirer.lastAnswerAt),
  last_failure_at: optionalTimestamp(acquirer.lastFailureAt),
  last_failure: acquirer.lastFailure,
  open_refunds: acquirer.openRefunds,
  pays_out: acquirer.paysOut,
  open_payouts: acquirer.openPayouts,
  balances: may(role, 'read_reserves')
    ? acquirer.balances.map(({ currency, amount, at }) => ({ currency, amount, at: toRfc3339(at) }))
    : [],
});

/** Operator route for acquirers: read only, they are configured in the shop's file. */
export const officeAcquirerRoutes = (deps: AcquirerDeps, watch: WatchAcquirers): Route[] => [
  route(officeListAcquirers, async ({ visitor: { role } }) => {
    const data = (await watch()).map((acquirer) => ({
      type: 'acquirers' as const,
      id: acquirer.name,
      attributes: present(deps, acquirer, role),
    }));
    return accept({ data });
  }),
];
