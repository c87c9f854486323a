import sql, { join } from 'sql-template-tag';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { BesideOrdersWith } from '#server/orders/customer/beside-orders.ts';
import { beginning, wantedDays, wantedStatuses } from '#server/orders/customer/wanted-orders.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { presentWithdrawal, presentWithdrawals } from './present.ts';
import { findWithdrawal, findWithdrawals } from './store.ts';

/** Withdrawals among their customer's orders (domain 8). */
export const WITHDRAWALS_BESIDE: BesideOrdersWith<Deps> = {
  listed(userId, wanted) {
    const statuses = wantedStatuses(wanted);
    const { payment_system_id: code, q } = wanted;
    const conditions = [
      sql`w.user_id = ${userId}`,
      ...(statuses === null ? [] : [sql`w.status = any(${statuses}::text[])`]),
      ...(code === undefined ? [] : [sql`w.outcome_code = ${code}`]),
      ...wantedDays(sql`w.created_at`, wanted),
      ...(q === undefined || q.trim() === '' ? [] : [sql`lower(w.id) like ${beginning(q.trim().toLowerCase())}`]),
    ];
    return sql`select w.id, w.created_at, w.expires_at, w.status from withdrawals w where ${join(conditions, ' and ')}`;
  },
  async present(deps, db, ids, locale) {
    const withdrawals = await findWithdrawals(db, ids);
    const told = withdrawals.map((withdrawal) => ({ withdrawal, locale }));
    const shown = await presentWithdrawals(deps, db, told);
    return new Map(shown.map((resource) => [resource.id, resource]));
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
