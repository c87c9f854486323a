import { type LimitsAttributes, officeChangeLimits, officeGetLimits } from '#contract/office/money/limits.ts';
import { DEFAULT_PAYOUT_LIMITS } from '#core/payout/payout-limits.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept } from '#core/result.ts';
import { DAY_MS, HOUR_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { changeLimits } from '#server/limits/change-limits.ts';
import { readWalletUse } from './wallet-use.ts';
import { readLimits } from '#server/limits/limits.ts';

async function present(db: Queryable, approvalId: string | null): Promise<LimitsAttributes> {
  const row = await readLimits(db);
  return {
    limits: row?.value ?? { ...DEFAULT_PAYOUT_LIMITS, systems: {}, wallets: {} },
    version: row?.version ?? 0,
    set_by: row?.set_by_name ?? null,
    set_at: row === undefined ? null : toRfc3339(row.set_at.getTime()),
    approval_id: approvalId,
  };
}

/** Payouts of each wallet in the last hour and day, counted as for its caps. */
async function readWalletUses(deps: Pick<Deps, 'db' | 'clock' | 'payoutSubjects'>, systems: readonly PaymentSystem[]) {
  const now = deps.clock.now();
  const byWallet = new Map(systems.map((system) => [system.outcomeWallet, system]));
  const since = { hour: new Date(now - HOUR_MS), day: new Date(now - DAY_MS) };
  return await Promise.all(
    [...byWallet].map(async ([wallet, { scale, currency }]) => {
      const { hour, day } = await readWalletUse(deps, deps.db, { wallet, since, to: null });
      return {
        wallet,
        currency_iso_code: currency,
        hour_amount: formatAmount(hour.amount, scale),
        hour_count: hour.count,
        day_amount: formatAmount(day.amount, scale),
        day_count: day.count,
      };
    }),
  );
}

/** Office routes about payout limits (domain 5). */
export const officeLimitRoutes = (deps: Deps): Route[] => [
  route(officeGetLimits, async ({ locale }) => {
    const systems = deps.catalogue.paymentSystems();
    const wallets = await readWalletUses(deps, systems);
    const paymentSystems = systems.map(({ code, name }) => ({ code, name: name[locale] }));
    return accept({
      data: { type: 'limits', id: 'shop', attributes: await present(deps.db, null) },
      meta: { payment_systems: paymentSystems, wallets },
    });
  }),
  route(officeChangeLimits, async ({ visitor: operator, body, tx }) => {
    const { limits, version } = body;
    const changed = await changeLimits(deps, tx, { limits, version, note: body.note.trim(), operatorId: operator.userId });
    if (!changed.ok) return changed;
    return accept({ data: { type: 'limits', id: 'shop', attributes: await present(tx, changed.value.approvalId) } });
  }),
];
