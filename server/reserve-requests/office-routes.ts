import {
  officeCancelReserveRequest,
  officeListReserveDemand,
  officeListReserveRequests,
  type OfficeReserveRequestAttributes,
} from '#contract/office/orders/reserve-requests.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import * as store from './office-store.ts';

type OfficeDeps = Pick<Deps, 'db' | 'catalogue' | 'clock' | 'random' | 'secrets'>;

function present({ catalogue }: Pick<Deps, 'catalogue'>, row: store.OfficeRow): OfficeReserveRequestAttributes {
  const system = catalogue.paymentSystem(row.outcome_code);
  return {
    payment_system_id: row.outcome_code,
    income_payment_system_id: row.income_code,
    amount: formatAmount(BigInt(row.amount), system?.scale ?? 0),
    currency_iso_code: system?.currency ?? '',
    email: row.email,
    phone: row.phone,
    locale: row.locale,
    has_account: row.has_account,
    state: row.state,
    asked_at: row.asked_at.toISOString(),
    said_at: row.said_at.toISOString(),
    notified_at: row.notified_at && row.notified_at.toISOString(),
    ended_at: row.ended_at && row.ended_at.toISOString(),
    ended_by: row.ended_by_name,
    end_note: row.end_note,
  };
}

const listRoute = (deps: OfficeDeps): Route =>
  route(officeListReserveRequests, async (call) => {
    const { state = 'open', payment_system_id: code, q } = call.query;
    const filter = { state: state === 'all' ? undefined : state, code, q: q?.trim() || undefined };
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([
      store.listRequests(deps.db, filter, page),
      store.countRequests(deps.db, filter, page.maxCounted),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'reserve_requests', id: row.id, attributes: present(deps, row) })),
      page: pageInfo(page, total, ends),
    });
  });

const cancelRoute = (deps: OfficeDeps): Route =>
  route(officeCancelReserveRequest, async ({ params, body, visitor: { userId: operatorId }, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const request = await store.findForOffice(tx, params.id);
    if (request === undefined) return refuse({ code: 'not_found' });
    const ended = await store.cancelByOperator(tx, params.id, { operatorId, note, now: deps.clock.now() });
    if (ended === 0) return refuse({ code: 'order_state_conflict', message: 'request_over' });
    await recordAudit(deps, tx, {
      actorId: operatorId,
      action: 'reserve_request.cancel',
      subjectType: 'reserve_request',
      subjectId: params.id,
      detail: { payment_system: request.outcome_code, note },
    });
    const row = await store.findForOffice(tx, params.id);
    return row ? accept({ data: { type: 'reserve_requests', id: row.id, attributes: present(deps, row) } }) : refuse({ code: 'not_found' });
  });

const demandRoute = (deps: OfficeDeps): Route =>
  route(officeListReserveDemand, async ({ locale }) => {
    const rows = await store.readDemand(deps.db);
    return accept({
      data: rows.flatMap(({ code, count, amount, oldest_at: oldest }) => {
        const system = deps.catalogue.paymentSystem(code);
        if (system === undefined) return [];
        const attributes = {
          name: system.name[locale],
          currency_iso_code: system.currency,
          count,
          amount: formatAmount(BigInt(amount), system.scale),
          reserve: formatAmount(deps.catalogue.reserve(code), system.scale),
          oldest_at: oldest.toISOString(),
        };
        return [{ type: 'reserve_demand' as const, id: code, attributes }];
      }),
    });
  });

/** Office endpoints for reserve requests (domain 9). */
export const officeReserveRequestRoutes = (deps: OfficeDeps): Route[] => [listRoute(deps), cancelRoute(deps), demandRoute(deps)];
