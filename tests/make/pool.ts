import type { RequisiteRules } from '#core/pool/requisite.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import type { Deps } from '#server/deps.ts';
import { sealRequisite } from '#server/pool/account.ts';
import { insertRequisite } from '#server/pool/change-store.ts';

export const NO_RULES: RequisiteRules = {
  sharing: 'single',
  minAmount: null,
  maxAmount: null,
  dailyAmount: null,
  dailyCount: null,
  monthlyAmount: null,
  monthlyCount: null,
  worksFrom: null,
  worksUntil: null,
  restMinutes: 0,
};

/** Adds a requisite to the pool as an operator would; returns its id. */
export async function addToPool(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>,
  system: PaymentSystem,
  { values, ...rules }: { readonly values: RequisiteValues } & Partial<RequisiteRules>,
): Promise<string> {
  const id = deps.random.uuid();
  const fields = system.outcomeFields;
  const bank = 'Test Bank';
  await deps.db.tx(
    async (tx) =>
      await insertRequisite(tx, {
        id,
        code: system.code,
        ...sealRequisite(deps, { fields, values, bank }),
        masked: maskRequisites(fields, values),
        ownerName: 'Ivan P.',
        bank,
        note: '',
        rules: { ...NO_RULES, ...rules },
        now: deps.clock.now(),
        by: null,
      }),
  );
  return id;
}
