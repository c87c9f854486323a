import {
  cancelMailedReserveRequest,
  cancelReserveRequest,
  createReserveRequest,
  getMailedReserveRequest,
  listReserveRequests,
  type ReserveRequestAttributes,
} from '#contract/public/reserve-requests.ts';
import { formatAmount } from '#core/money/amount.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept, refuse } from '#core/result.ts';
import { type HumanDeps, requireHuman } from '#server/captcha/require-human.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route, routeAfter, type SignedIn } from '#server/platform/http/route.ts';
import { submitReserveRequest } from './submit-reserve-request.ts';
import { readRequestToken } from './reserve-emails.ts';
import * as store from './store.ts';

type RequestDeps = HumanDeps & Pick<Deps, 'catalogue' | 'random' | 'clock' | 'secrets'>;

function present({ catalogue }: Pick<Deps, 'catalogue'>, row: store.RequestRow): ReserveRequestAttributes {
  const scale = catalogue.paymentSystem(row.outcome_code)?.scale ?? 0;
  return {
    payment_system_id: row.outcome_code,
    amount: formatAmount(BigInt(row.amount), scale),
    email_masked: maskEmail(row.email),
    state: row.state,
  };
}

const ownerOf = ({ userId, email, hasVerifiedEmail }: SignedIn): store.RequestOwner => ({
  userId,
  mailbox: hasVerifiedEmail ? foldEmail(email) : null,
});

const ownRoutes = (deps: RequestDeps): Route[] => [
  route(listReserveRequests, async ({ visitor }) => {
    const rows = await store.listOwn(deps.db, ownerOf(visitor));
    return accept({
      data: rows.map((row) => ({
        type: 'reserve_requests',
        id: row.id,
        attributes: {
          ...present(deps, row),
          asked_at: row.asked_at.toISOString(),
          notified_at: row.notified_at && row.notified_at.toISOString(),
        },
      })),
    });
  }),
  route(cancelReserveRequest, async ({ visitor, params, tx }) => {
    const row = await store.findOwn(tx, params.id, ownerOf(visitor));
    if (row === undefined) return refuse({ code: 'not_found' });
    if ((await store.cancelOpen(tx, row.id, deps.clock.now())) === 0)
      return refuse({ code: 'order_state_conflict', message: 'request_over' });
    return accept({});
  }),
];

const mailedRoutes = (deps: RequestDeps): Route[] => [
  route(getMailedReserveRequest, async ({ params }) => {
    const id = readRequestToken(deps, params.token);
    const row = id === undefined ? undefined : await store.findRequest(deps.db, id);
    if (row === undefined) return refuse({ code: 'invalid_token' });
    return accept({ data: { type: 'reserve_requests', id: row.id, attributes: present(deps, row) } });
  }),
  route(cancelMailedReserveRequest, async ({ params, tx }) => {
    const id = readRequestToken(deps, params.token);
    const row = id === undefined ? undefined : await store.findRequest(tx, id);
    if (row === undefined) return refuse({ code: 'invalid_token' });
    await store.cancelForMailbox(tx, row, deps.clock.now());
    const current = (await store.findRequest(tx, row.id)) ?? row;
    return accept({ data: { type: 'reserve_requests', id: row.id, attributes: present(deps, current) } });
  }),
];

/** Customer endpoints for reserve requests (contract 4). */
export const reserveRequestRoutes = (deps: RequestDeps): Route[] => [
  routeAfter(
    createReserveRequest,
    (call) => requireHuman(deps, 'reserve_request', call),
    async ({ body, visitor, locale, tx }) => {
      const request = await submitReserveRequest(deps, tx, {
        email: body.email,
        phone: body.phone ?? '',
        amount: body.amount,
        outcomeCode: body.payment_system_id,
        incomeCode: body.payment_system_from_id ?? null,
        userId: visitor.kind === 'user' ? visitor.userId : null,
        locale,
      });
      if (!request.ok) return request;
      return accept({ data: { type: 'reserve_requests', id: request.value.id, attributes: present(deps, request.value) } });
    },
  ),
  ...ownRoutes(deps),
  ...mailedRoutes(deps),
];
