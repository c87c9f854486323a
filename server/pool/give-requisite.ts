import { isDeepStrictEqual } from 'node:util';
import { stepOf } from '#core/money/decimals.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';
import { type PoolChoice, chooseRequisite, INITIAL_RESERVATION_MS } from '#core/pool/requisite.ts';
import type { ManualReceiving } from '#server/adapters/rails/manual/port.ts';
import type {
  IssuedOffer,
  ReceiveAnswer,
  ReceiveRequest,
  RequisitesOffer,
  ReserveAnswer,
  ReservedShare,
} from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { findOffer } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { POOL_CHANNEL } from './closed-systems.ts';
import { checkPool } from './has-requisites.ts';
import { openRequisite } from './sealed-requisite.ts';
import {
  endOverdue,
  endReservation,
  findPoolOf,
  findRequisite,
  insertReservation,
  lockPool,
  lockReservation,
  type PoolRow,
  pooledOf,
  saveWait,
} from './store.ts';
import { requisiteShare, WHOLE_REQUISITE } from '#core/pool/share.ts';

interface Own {
  readonly orderId: string;
  readonly requisiteId: string;
  readonly amount: bigint;
}

/** What open orders have of a pool, in thousandths of one requisite; `own` was added since the pool was read. */
function partsOf(rows: readonly PoolRow[], own: Own): { readonly total: bigint; readonly reserved: readonly ReservedShare[] } {
  const active = rows.filter(({ state }) => state === 'active');
  const reserved = active.flatMap((row) => {
    const pooled = pooledOf(row);
    const before = row.held_orders.map((orderId, index) => ({
      orderId,
      share: requisiteShare(pooled, pooled.openOrders[index]?.amount ?? 0n),
    }));
    return row.id === own.requisiteId ? [...before, { orderId: own.orderId, share: requisiteShare(pooled, own.amount) }] : before;
  });
  return { total: WHOLE_REQUISITE * BigInt(active.length), reserved };
}

export type PoolDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'live'>;
type TakeRequest = Pick<ReceiveRequest, 'orderId' | 'paymentSystem' | 'amount'>;

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

/** Chooses and reserves a requisite for an order that holds none, under the lock of its pool. */
async function reserve(
  deps: Pick<PoolDeps, 'clock' | 'live'>,
  tx: Tx,
  { orderId, paymentSystem: system, amount }: TakeRequest,
): Promise<{ readonly chosen: PoolChoice; readonly pool: readonly PoolRow[] }> {
  const now = deps.clock.now();
  await endOverdue(tx, now, system.code);
  const pool = await findPoolOf(tx, system.code, now);
  const chosen = chooseRequisite(pool.map(pooledOf), { amount, step: stepOf(system), now });
  if (chosen.outcome === 'given') {
    const until = now + INITIAL_RESERVATION_MS;
    await insertReservation(tx, { orderId, requisiteId: chosen.id, code: system.code, amount: chosen.amount, now, until });
    deps.live.hint(tx, POOL_CHANNEL, system.code);
  }
  return { chosen, pool };
}

async function takeLocked(deps: PoolDeps, tx: Tx, request: TakeRequest): Promise<ReserveAnswer> {
  await lockPool(tx, request.paymentSystem.code);
  const { chosen, pool } = await reserve(deps, tx, request);
  if (chosen.outcome === 'later') return chosen;
  if (chosen.outcome === 'none') return { outcome: 'unavailable', reason: chosen.block === 'amount' ? 'amount' : 'none' };
  return { outcome: 'taken', ...partsOf(pool, { orderId: request.orderId, requisiteId: chosen.id, amount: chosen.amount }) };
}

async function giveLocked(deps: PoolDeps, tx: Tx, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const { orderId, paymentSystem: system } = request;
  const now = deps.clock.now();
  await lockPool(tx, system.code);
  const known = await lockReservation(tx, orderId);
  // Let go before it was shown, by time or by a person: it may be another order's by now
  if (known && !known.is_let_go) {
    const row = await findRequisite(tx, known.requisite_id, now);
    if (!row) throw new Error(`the pool lost a requisite of order ${orderId}`);
    // Frozen or taken out before it was shown, it is not for a new payment; what was shown stays
    if (row.state === 'active' || (await findOffer(tx, orderId)) !== undefined)
      return { outcome: 'offered', offer: offerOf(deps, system, row, { orderId, amount: BigInt(known.amount) }) };
    await endReservation(tx, orderId, now);
  }
  const { chosen, pool } = await reserve(deps, tx, request);
  if (chosen.outcome === 'none') return { outcome: 'unavailable', reason: `pool_${chosen.block}` };
  if (chosen.outcome === 'later') {
    await saveWait(tx, { orderId, code: system.code, now, at: chosen.at });
    return { outcome: 'later', reason: 'pool_busy', expectedAt: chosen.at };
  }
  const row = pool.find(({ id }) => id === chosen.id);
  if (!row) throw new Error(`the pool chose ${chosen.id}, which it does not have`);
  return { outcome: 'offered', offer: offerOf(deps, system, row, { orderId, amount: chosen.amount }) };
}

/** Whether what an order was given is still what it would be given: it was not frozen, changed, taken out or let go meanwhile. */
async function standsLocked(deps: PoolDeps, tx: Tx, { orderId, paymentSystem, offer }: IssuedOffer): Promise<boolean> {
  const known = await lockReservation(tx, orderId);
  if (known === undefined || known.is_let_go) return false;
  const row = await findRequisite(tx, known.requisite_id, deps.clock.now());
  if (row?.state !== 'active') return false;
  return isDeepStrictEqual(offerOf(deps, paymentSystem, row, { orderId, amount: BigInt(known.amount) }), offer);
}

/**
 * Gives each order a requisite, or amount, that no other order has (T5, R69), one at a time per payment system; the same order the same
 * again. `later` says when.
 */
export const createReceivingPeople = (deps: PoolDeps): ManualReceiving => ({
  receive: async (request) => await deps.db.tx(async (tx) => await giveLocked(deps, tx, request)),
  reserve: async (tx, request) => await takeLocked(deps, tx, request),
  isStillOffered: async (tx, given) => await standsLocked(deps, tx, given),
  check: async (system) => await checkPool(deps.db, system, deps.clock.now()),
});
