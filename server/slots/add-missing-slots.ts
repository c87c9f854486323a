import type { Slot } from '#core/slots/slot.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';

/** Publishes slots with fixed ids; existing ones, in any state, stay unchanged. */
export async function addMissingSlots(tx: Tx, slots: readonly Omit<Slot, 'createdAt'>[]): Promise<void> {
  for (const slot of slots) {
    await tx.run(sql`
      insert into slots (id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm,
        eta_minutes)
      values (${slot.id}, ${slot.incomeCode}, ${slot.outcomeCode}, ${slot.kind}, ${slot.outcomeAmount}, ${slot.minOutcomeAmount},
        ${slot.maxOutcomeAmount}, ${slot.premiumPpm}, ${slot.etaMinutes})
      on conflict (id) do nothing`);
  }
}
