import { stepOf } from '#core/money/decimals.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';
import { chooseRequisite, FIRST_HOLD_MS } from '#core/pool/requisite.ts';
import type { ReceivingPeople } from '#server/adapters/rails/manual/port.ts';
import type { ReceiveAnswer, ReceiveRequest, RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { checkPool } from './has-requisites.ts';
import { openRequisite } from './sealed-requisite.ts';
import { findPoolOf, findRequisite, findReservation, insertReservation, lockPool, type PoolRow, pooledOf, saveWait } from './store.ts';

export type PoolDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** Words of a line by what its field is; any other field is named by its key. */
const LABELS: Partial<Record<RequisiteFieldKind, string>> = {
  card: 'card_number',
  bank_account: 'account',
  iban: 'iban',
  phone: 'phone',
  email: 'email',
  memo: 'memo',
  full_name: 'full_name',
};
const KNOWN_KEYS = [
  'card_number',
  'account',
  'bik',
  'swift',
  'iban',
  'wallet',
  'address',
  'phone',
  'email',
  'city',
  'office',
  'code',
  'purpose',
];

const labelOf = (kind: RequisiteFieldKind, key: string): string => (KNOWN_KEYS.includes(key) ? key : (LABELS[kind] ?? 'account'));

/** What the payer reads: where to, at which bank, to whose name. */
function offerOf(
  deps: PoolDeps,
  system: PaymentSystem,
  row: PoolRow,
  given: { readonly orderId: string; readonly amount: bigint },
): RequisitesOffer {
  const values = openRequisite(deps, row.values_sealed);
  const lines = system.outcomeFields.flatMap(({ key, kind }) => {
    const value = values[key] ?? '';
    return value === '' || kind === 'memo' || key === 'bank' || kind === 'full_name' ? [] : [{ key, labelKey: labelOf(kind, key), value }];
  });
  const around = [
    { key: 'bank', labelKey: 'bank', value: row.bank },
    { key: 'recipient', labelKey: 'recipient', value: row.owner_name },
  ].filter(({ value }) => value !== '');
  return {
    kind: 'requisites',
    amount: given.amount,
    fields: [...lines, ...around],
    memo: values['memo'] ?? null,
    qrPayload: null,
    url: null,
    method: null,
    formFields: null,
    reference: given.orderId,
  };
}

async function giveLocked(deps: PoolDeps, tx: Tx, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const { orderId, paymentSystem: system, amount } = request;
  const now = deps.clock.now();
  await lockPool(tx, system.code);
  const known = await findReservation(tx, orderId);
  if (known) {
    const row = await findRequisite(tx, known.requisite_id, now);
    if (!row) throw new Error(`the pool lost a requisite of order ${orderId}`);
    return { outcome: 'offered', offer: offerOf(deps, system, row, { orderId, amount: BigInt(known.amount) }) };
  }
  const pool = await findPoolOf(tx, system.code, now);
  const chosen = chooseRequisite(pool.map(pooledOf), { amount, step: stepOf(system), now });
  if (chosen.outcome === 'none') return { outcome: 'unavailable', reason: `pool_${chosen.block}` };
  if (chosen.outcome === 'later') {
    await saveWait(tx, { orderId, code: system.code, now, at: chosen.at });
    return { outcome: 'later', reason: 'pool_busy', promisedAt: chosen.at };
  }
  const row = pool.find(({ id }) => id === chosen.id);
  if (!row) throw new Error(`the pool chose ${chosen.id}, which it does not have`);
  await insertReservation(tx, { orderId, requisiteId: row.id, code: system.code, amount: chosen.amount, now, until: now + FIRST_HOLD_MS });
  return { outcome: 'offered', offer: offerOf(deps, system, row, { orderId, amount: chosen.amount }) };
}

/**
 * Gives each order a requisite of the pool that no other order has at the same time, or an amount that is only its own (T5, R69):
 * one after the other for each payment system, on every process. The same order gets the same one again. `later` says when.
 */
export const createReceivingPeople = (deps: PoolDeps): ReceivingPeople => ({
  give: async (request) => await deps.db.tx(async (tx) => await giveLocked(deps, tx, request)),
  check: async (system) => await checkPool(deps.db, system, deps.clock.now()),
});
