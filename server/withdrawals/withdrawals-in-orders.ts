import { join, sql } from '#server/platform/db/db.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { OtherListEntries } from '#server/orders/deps.ts';
import { prefixPattern, createdBetween, statusesOfGroup } from '#server/orders/customer/order-filter.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { presentWithdrawal, presentWithdrawals } from './present.ts';
import { findWithdrawal, findWithdrawals } from './store.ts';

/** Withdrawals in their customer's list of orders (domain 8). */
export const WITHDRAWALS_IN_ORDERS: OtherListEntries<Deps> = {
  listSql(userId, query) {
    const statuses = statusesOfGroup(query);
    const { payment_system_id: code, q } = query;
    const conditions = [
      sql`w.user_id = ${userId}`,
      ...(statuses === null ? [] : [sql`w.status = any(${statuses}::text[])`]),
      ...(code === undefined ? [] : [sql`w.outcome_code = ${code}`]),
      ...createdBetween(sql`w.created_at`, query),
      ...(q === undefined || q.trim() === '' ? [] : [sql`lower(w.id) like ${prefixPattern(q.trim().toLowerCase())}`]),
    ];
    return sql`select w.id, w.created_at, w.expires_at, w.status from withdrawals w where ${join(conditions, ' and ')}`;
  },
  async present(deps, db, ids, locale) {
    const withdrawals = await findWithdrawals(db, ids);
    const inputs = withdrawals.map((withdrawal) => ({ withdrawal, locale }));
    const resources = await presentWithdrawals(deps, db, inputs);
    return new Map(resources.map((resource) => [resource.id, resource]));
  },
  async find(deps, db, { id, userId, locale }) {
    const withdrawal = await findWithdrawal(db, id);
    if (withdrawal?.userId !== userId) return undefined;
    return { version: withdrawal.version, resource: await presentWithdrawal(deps, db, { withdrawal, locale }) };
  },
  async cancel(deps, tx, { id, userId, locale }) {
    const cancelled = await cancelWithdrawal(deps, tx, { id, userId });
    if (!cancelled.ok) return cancelled;
    const { value: withdrawal } = cancelled;
    return accept({ version: withdrawal.version, resource: await presentWithdrawal(deps, tx, { withdrawal, locale }) });
  },
};
