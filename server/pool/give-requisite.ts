import { isDeepStrictEqual } from 'node:util';
import { stepOf } from '#core/money/decimals.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { orderNumber } from '#core/order/number.ts';
import { CORRESPONDENT_ACCOUNT, PURPOSE } from '#core/requisites/bank-qr.ts';
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
import { checkPool } from './queries.ts';
import { isRussianAccount, openRequisite } from './account.ts';
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

interface NewShare {
  readonly orderId: string;
  readonly requisiteId: string;
  readonly amount: bigint;
}

/** What open orders hold of a pool, in thousandths of one requisite. `added` was reserved after the pool was read. */
function sharesOf(rows: readonly PoolRow[], added: NewShare): { readonly total: bigint; readonly reserved: readonly ReservedShare[] } {
  const active = rows.filter(({ state }) => state === 'active');
  const reserved = active.flatMap((row) => {
    const pooled = pooledOf(row);
    const shares = row.held_orders.map((orderId, index) => ({
      orderId,
      share: requisiteShare(pooled, pooled.openOrders[index]?.amount ?? 0n),
    }));
    return row.id === added.requisiteId ? [...shares, { orderId: added.orderId, share: requisiteShare(pooled, added.amount) }] : shares;
  });
  return { total: WHOLE_REQUISITE * BigInt(active.length), reserved };
}

export type PoolDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'live' | 't'>;
type TakeRequest = Pick<ReceiveRequest, 'orderId' | 'paymentSystem' | 'amount'>;

/** Label of a field by its kind, where its key has no label. */
const LABEL_BY_KIND: Partial<Record<RequisiteFieldKind, string>> = {
  card: 'card_number',
  bank_account: 'account',
  iban: 'iban',
  phone: 'phone',
  email: 'email',
  memo: 'memo',
  full_name: 'full_name',
};
const LABELLED_KEYS = [
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

const labelOf = (kind: RequisiteFieldKind, key: string): string => (LABELLED_KEYS.includes(key) ? key : (LABEL_BY_KIND[kind] ?? 'account'));

/** The correspondent account, and the purpose of payment in Russian, as banks require it. */
function transferLines({ t }: Pick<Deps, 't'>, values: RequisiteValues, orderId: string): RequisitesOffer['fields'] {
  const order = orderNumber(orderId);
  const purpose = values[PURPOSE]?.replaceAll('{order}', order) ?? t('ru', 'requisites.purpose_of_order', { order });
  return [
    { key: CORRESPONDENT_ACCOUNT, labelKey: CORRESPONDENT_ACCOUNT, value: values[CORRESPONDENT_ACCOUNT] ?? '' },
    { key: PURPOSE, labelKey: PURPOSE, value: purpose },
  ];
}

/** The offer that the payer sees: the account, its bank and its owner. */
function offerOf(
  deps: PoolDeps,
  system: PaymentSystem,
  row: PoolRow,
  { orderId, amount }: { readonly orderId: string; readonly amount: bigint },
): RequisitesOffer {
  const values = openRequisite(deps, row.values_sealed);
  const accountFields = system.outcomeFields.flatMap(({ key, kind }) => {
    const value = values[key] ?? '';
    return value === '' || kind === 'memo' || key === 'bank' || kind === 'full_name' ? [] : [{ key, labelKey: labelOf(kind, key), value }];
  });
  const ownerFields = [
    { key: 'bank', labelKey: 'bank', value: row.bank },
    { key: 'recipient', labelKey: 'recipient', value: row.owner_name },
    ...(isRussianAccount(system) ? transferLines(deps, values, orderId) : []),
  ].filter(({ value }) => value !== '');
  return {
    kind: 'requisites',
    amount,
    fields: [...accountFields, ...ownerFields],
    memo: values['memo'] ?? null,
    qrPayload: null,
    url: null,
    method: null,
    formFields: null,
    reference: orderId,
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

async function takeRequisite(deps: PoolDeps, tx: Tx, request: TakeRequest): Promise<ReserveAnswer> {
  await lockPool(tx, request.paymentSystem.code);
  const { chosen, pool } = await reserve(deps, tx, request);
  if (chosen.outcome === 'later') return chosen;
  if (chosen.outcome === 'none') return { outcome: 'unavailable', reason: chosen.block === 'amount' ? 'amount' : 'none' };
  return { outcome: 'taken', ...sharesOf(pool, { orderId: request.orderId, requisiteId: chosen.id, amount: chosen.amount }) };
}

async function giveRequisite(deps: PoolDeps, tx: Tx, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const { orderId, paymentSystem: system } = request;
  const now = deps.clock.now();
  await lockPool(tx, system.code);
  const reservation = await lockReservation(tx, orderId);
  // A reservation released before it was shown, by time or by an operator, may be another order's by now
  if (reservation && !reservation.is_released) {
    const row = await findRequisite(tx, reservation.requisite_id, now);
    if (!row) throw new Error(`the pool lost a requisite of order ${orderId}`);
    // A requisite that was frozen or retired before it was shown takes no new payment; one that was shown stays
    if (row.state === 'active' || (await findOffer(tx, orderId)) !== undefined)
      return { outcome: 'offered', offer: offerOf(deps, system, row, { orderId, amount: BigInt(reservation.amount) }) };
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

/** Whether an order's offer is still valid: its requisite was not frozen, changed, retired or released since. */
async function isStillValid(deps: PoolDeps, tx: Tx, { orderId, paymentSystem, offer }: IssuedOffer): Promise<boolean> {
  const reservation = await lockReservation(tx, orderId);
  if (reservation === undefined || reservation.is_released) return false;
  const row = await findRequisite(tx, reservation.requisite_id, deps.clock.now());
  if (row?.state !== 'active') return false;
  return isDeepStrictEqual(offerOf(deps, paymentSystem, row, { orderId, amount: BigInt(reservation.amount) }), offer);
}

/**
 * Gives each order a requisite, or a unique amount on it (T5, R69), one order of a payment system at a time. A repeated request gets the
 * same offer. `later`: when one may be free.
 */
export const createManualReceiving = (deps: PoolDeps): ManualReceiving => ({
  receive: async (request) => await deps.db.tx(async (tx) => await giveRequisite(deps, tx, request)),
  reserve: async (tx, request) => await takeRequisite(deps, tx, request),
  isStillOffered: async (tx, given) => await isStillValid(deps, tx, given),
  check: async (system) => await checkPool(deps.db, system, deps.clock.now()),
});
