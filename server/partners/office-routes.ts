import {
  officeGetPartner,
  officeListPartnerOrders,
  officeListPartners,
  type OfficePartnerAttributes,
  type OfficePartnerDetail,
  officeResumePartner,
  officeRevokePartnerKey,
  officeSetPartnerQuotas,
  officeSetPartnerShare,
  officeSuspendPartner,
  type PARTNER_PERIODS,
} from '#contract/office/customers/partners.ts';
import { formatAmount } from '#core/money/amount.ts';
import { percentOfPpm, ppmOfPercent } from '#core/money/percent.ts';
import { DEFAULT_SHARE_PPM } from '#core/partner/partner.ts';
import { accept, refuse } from '#core/result.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { sumPartnerShares } from '#server/earnings/purse-earnings.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { agreeShare } from './agree-share.ts';
import * as store from './office-store.ts';
import { listShares, type OfficePartnerRow } from './office-store.ts';
import { ordersOfPartner } from './partner-routes.ts';
import { quotasOf } from './partner-store.ts';
import { isPartner } from './queries.ts';
import { listKeys, revokeKey } from './store.ts';

const USD_SCALE = 2;

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function presentPartner(row: OfficePartnerRow, shareCents: bigint): OfficePartnerAttributes {
  const { requestsPerMinute, ordersPerDay, openOrders, reservePercent } = quotasOf(row);
  const { requests_per_minute, orders_per_day, open_orders, reserve_percent } = row;
  return {
    email: row.email,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: timeOf(row.last_used_at),
    live_keys: row.live_keys,
    share_percent: percentOfPpm(row.share_ppm ?? DEFAULT_SHARE_PPM),
    is_share_agreed: row.share_ppm !== null,
    own_quotas: { requests_per_minute, orders_per_day, open_orders, reserve_percent },
    quotas: {
      requests_per_minute: requestsPerMinute,
      orders_per_day: ordersPerDay,
      open_orders: openOrders,
      reserve_percent: reservePercent,
    },
    suspended_at: timeOf(row.suspended_at),
    suspended_reason: row.suspended_reason,
    orders: row.orders,
    completed: row.completed,
    volume_usd: row.volume_usd,
    share_usd: formatAmount(shareCents, USD_SCALE),
    version: row.version,
  };
}

/** The partner's attributes with keys and shares. */
async function presentDetail(db: Queryable, row: OfficePartnerRow, shareCents: bigint): Promise<OfficePartnerDetail> {
  const [keys, shares] = [await listKeys(db, row.id), await listShares(db, row.id)];
  return {
    ...presentPartner(row, shareCents),
    keys: keys.map(({ id, name, mode, scopes, networks, last_used_ip, revoked_by, revoked_reason, ...at }) => ({
      id,
      name,
      mode,
      scopes,
      networks,
      created_at: at.created_at.toISOString(),
      last_used_at: timeOf(at.last_used_at),
      last_used_ip,
      revoked_at: timeOf(at.revoked_at),
      revoked_by,
      revoked_reason,
    })),
    shares: shares.map(({ since, share_ppm, set_by, reason }) => ({
      since: since.toISOString(),
      share_percent: percentOfPpm(share_ppm),
      set_by,
      reason,
    })),
  };
}

type OfficeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'live' | 'catalogue' | 'sandbox'>;
type Period = (typeof PARTNER_PERIODS)[number];

const DAYS: Readonly<Record<Exclude<Period, 'all'>, number>> = { day: 1, week: 7, month: 30, year: 365 };

function periodOf({ clock }: Pick<Deps, 'clock'>, period: Period = 'month') {
  const now = clock.now();
  return { now: new Date(now), since: new Date(period === 'all' ? 0 : now - DAYS[period] * DAY_MS) };
}

/** The response with the partner as it is now. */
async function partnerReply(deps: OfficeDeps, db: Queryable, id: string, period?: Period) {
  const range = periodOf(deps, period);
  const row = await store.findOfficePartner(db, id, range);
  if (row === undefined) return refuse({ code: 'not_found' });
  const cents = (await sumPartnerShares(db, [row.id], range.since)).get(row.id) ?? 0n;
  return accept({ data: { type: 'partners' as const, id: row.id, attributes: await presentDetail(db, row, cents) } });
}

const NOTE_REQUIRED = { code: 'required', field: 'note' } as const;

interface PartnerAction {
  readonly action: 'set_quotas' | 'suspend' | 'resume' | 'revoke_key';
  readonly id: string;
  readonly operatorId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const audit = async (deps: OfficeDeps, tx: Tx, { action, id, operatorId, detail }: PartnerAction): Promise<void> =>
  await recordAudit(deps, tx, { actorId: operatorId, action: `partner.${action}`, subjectType: 'user', subjectId: id, detail });

function readRoutes(deps: OfficeDeps): Route[] {
  return [
    route(officeListPartners, async (call) => {
      const { period, state, q: search } = call.query;
      const filter = { ...periodOf(deps, period), state, q: search?.trim() || undefined };
      const page = readPageRequest(call);
      const [{ rows, ends }, total] = await Promise.all([
        store.listPartners(deps.db, filter, page),
        store.countPartners(deps.db, filter, page.maxCounted),
      ]);
      const ids = rows.map(({ id }) => id);
      const shares = await sumPartnerShares(deps.db, ids, filter.since);
      const data = rows.map((row) => ({ type: 'partners', id: row.id, attributes: presentPartner(row, shares.get(row.id) ?? 0n) }));
      return accept({ data, page: pageInfo(page, total, ends) });
    }),
    route(officeGetPartner, async ({ params, query }) => await partnerReply(deps, deps.db, params.id, query.period)),
    route(officeListPartnerOrders, async (call) => {
      if (!(await isPartner(deps.db, call.params.id))) return refuse({ code: 'not_found' });
      return accept(await ordersOfPartner(deps, call.params.id, readPageRequest(call), call.query.mode));
    }),
  ];
}

function quotaRoutes(deps: OfficeDeps): Route[] {
  return [
    route(officeSetPartnerQuotas, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
      const { version, note: noteInput, ...quotas } = body;
      const note = noteInput.trim();
      if (note === '') return refuse(NOTE_REQUIRED);
      if (!(await isPartner(tx, id))) return refuse({ code: 'not_found' });
      if ((await store.setQuotas(tx, id, quotas, version)) === 0) return refuse({ code: 'edit_conflict' });
      await audit(deps, tx, { action: 'set_quotas', id, operatorId, detail: { ...quotas, note } });
      return await partnerReply(deps, tx, id);
    }),
    route(officeSetPartnerShare, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
      const note = body.note.trim();
      if (note === '') return refuse(NOTE_REQUIRED);
      if (!(await isPartner(tx, id))) return refuse({ code: 'not_found' });
      const now = deps.clock.now();
      const since = body.since == null ? now : Date.parse(body.since);
      // Existing orders keep their share, so a share cannot start in the past (an hour is tolerated)
      if (since < now - DAY_MS / 24) return refuse({ code: 'invalid_format', field: 'since', message: 'share_in_past' });
      const sharePpm = ppmOfPercent(body.share_percent);
      if (sharePpm === undefined) return refuse({ code: 'invalid_format', field: 'share_percent' });
      const result = await agreeShare(deps, tx, { partnerId: id, sharePpm, since: Math.max(since, now), note, operatorId });
      if (!result.ok) return result;
      const partner = await partnerReply(deps, tx, id);
      return partner.ok ? accept({ ...partner.value, meta: { approval_id: result.value.approvalId } }) : partner;
    }),
  ];
}

function suspensionRoutes(deps: OfficeDeps): Route[] {
  const suspend = async (tx: Tx, id: string, operatorId: string, change: { readonly note: string; readonly isSuspended: boolean }) => {
    const note = change.note.trim();
    if (note === '') return refuse(NOTE_REQUIRED);
    if (!(await isPartner(tx, id))) return refuse({ code: 'not_found' });
    const at = new Date(deps.clock.now());
    if ((await store.setSuspended(tx, id, change.isSuspended ? { at, reason: note } : null)) === 0)
      return refuse({ code: 'order_state_conflict' });
    await audit(deps, tx, { action: change.isSuspended ? 'suspend' : 'resume', id, operatorId, detail: { note } });
    return await partnerReply(deps, tx, id);
  };
  return [
    route(officeSuspendPartner, async ({ params, body, visitor, tx }) =>
      suspend(tx, params.id, visitor.userId, { note: body.note, isSuspended: true }),
    ),
    route(officeResumePartner, async ({ params, body, visitor, tx }) =>
      suspend(tx, params.id, visitor.userId, { note: body.note, isSuspended: false }),
    ),
    route(officeRevokePartnerKey, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
      const reason = body.note.trim();
      if (reason === '') return refuse(NOTE_REQUIRED);
      if (!(await isPartner(tx, id))) return refuse({ code: 'not_found' });
      const revocation = { userId: id, id: body.key_id, at: new Date(deps.clock.now()), by: 'office', reason } as const;
      if ((await revokeKey(tx, revocation)) === 0) return refuse({ code: 'order_state_conflict' });
      await audit(deps, tx, { action: 'revoke_key', id, operatorId, detail: { key_id: body.key_id, note: reason } });
      return await partnerReply(deps, tx, id);
    }),
  ];
}

/** The office's endpoints about partners. */
export const officePartnerRoutes = (deps: OfficeDeps): Route[] => [...readRoutes(deps), ...quotaRoutes(deps), ...suspensionRoutes(deps)];
