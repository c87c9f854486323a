import type { OfficePartnerAttributes, OfficePartnerDetail } from '#contract/office/customers/partners.ts';
import { formatAmount } from '#core/money/amount.ts';
import { percentOfPpm } from '#core/money/percent.ts';
import { DEFAULT_SHARE_PPM } from '#core/partner/partner.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listShares, type OfficePartnerRow } from './office-store.ts';
import { quotasOf } from './partner-store.ts';
import { listKeys } from './store.ts';

const USD_SCALE = 2;

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export function presentPartner(row: OfficePartnerRow, shareCents: bigint): OfficePartnerAttributes {
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
export async function presentDetail(db: Queryable, row: OfficePartnerRow, shareCents: bigint): Promise<OfficePartnerDetail> {
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
