import type { AccountKind, Posting } from '#core/ledger/account.ts';
import { decide } from '#core/order/decide.ts';
import type { MoveName } from '#core/order/lifecycle.ts';
import type { PaymentReport } from '#core/order/payment-reports.ts';
import type { Order } from '#core/order/order.ts';
import type { PaymentTerms } from '#core/order/requote-options.ts';
import { type Money, settle } from '#core/order/settle.ts';
import { decideTouch, type TouchName } from '#core/order/touch.ts';
import { ASSETS, makeQuote, NOW } from './order.ts';

/** The amount of `makeOrder`'s order, in minor units. */
export const AGREED_AMOUNT = 100_000_000n;

export const TERMS: PaymentTerms = {
  tolerancePpm: 0,
  extraAmount: 0n,
  outcomeDecimals: { scale: 2, precision: 2 },
  minIncome: 1n,
  takesAnyAmount: true,
  recalculate: (incomeAmount) => makeQuote({ incomeAmount, outcomeAmount: (incomeAmount * 8n) / 1000n }),
};

/** A rail's final report of the agreed amount, with overrides. */
export const report = (change: Partial<PaymentReport> = {}): PaymentReport => ({
  id: 'a',
  by: 'rail',
  rail: 'sandbox',
  references: [change.id ?? 'a'],
  amount: AGREED_AMOUNT,
  state: 'final',
  isMissedByRail: false,
  confirmations: 1,
  requiredConfirmations: 1,
  firstSeenAt: NOW,
  recordedAt: NOW,
  txHash: null,
  posted: 0n,
  ...change,
});

/** One order and its postings, without a server. */
export interface SettledWorld {
  readonly order: Order;
  readonly money: Money;
  readonly postings: readonly Posting[];
  readonly steps: readonly (MoveName | TouchName)[];
  readonly alarms: readonly bigint[];
}

export const newWorld = (order: Order, change: Partial<Money> = {}): SettledWorld => ({
  order,
  money: {
    rows: [],
    inSuspense: [],
    returning: 0n,
    hasOutgoing: false,
    provider: 'sandbox',
    isReserveShort: false,
    isBlacklisted: false,
    ...change,
  },
  postings: [],
  steps: [],
  alarms: [],
});

/** Sum of the postings to accounts of one kind. */
export const balanceOf = (postings: readonly Posting[], kind: AccountKind): bigint =>
  postings
    .flatMap((posting) => posting.entries)
    .filter((entry) => entry.account.kind === kind)
    .reduce((sum, entry) => sum + entry.amount, 0n);

/** Applies settlement until nothing is left, like the server; `isShort` refuses every new hold. */
export function settleAll(
  world: SettledWorld,
  rows: readonly PaymentReport[],
  { isShort = false, now = NOW, terms = TERMS } = {},
): SettledWorld {
  const posted = new Map(world.money.rows.map((row) => [row.id, row.posted]));
  const known = rows.map((row) => ({ ...row, posted: posted.get(row.id) ?? row.posted }));
  let at: SettledWorld = { ...world, money: { ...world.money, rows: known } };
  for (let step = 0; step < 20; step += 1) {
    const settlement = settle(at.order, at.money, terms, now);
    if (settlement === null) return at;
    const { step: next } = settlement;
    const decided = 'touch' in next ? decideTouch(at.order, next.touch, ASSETS) : decide(at.order, next.cause, ASSETS);
    if ('ok' in decided && !decided.ok) throw new Error(`refused: ${JSON.stringify(decided.refusals)}`);
    const made = 'ok' in decided ? decided.value : decided;
    if (isShort && made.hold.do === 'adjust') {
      at = { ...at, money: { ...at.money, isReserveShort: true } };
      continue;
    }
    const parts = new Map(settlement.posted.map((one) => [one.id, one.posted]));
    const postings = [...at.postings, ...made.postings];
    const suspense = -balanceOf(postings, 'suspense');
    at = {
      order: made.order,
      money: {
        ...at.money,
        rows: at.money.rows.map((row) => ({ ...row, posted: parts.get(row.id) ?? row.posted })),
        inSuspense: suspense > 0n ? [{ provider: 'sandbox', amount: suspense }] : [],
      },
      postings,
      steps: [...at.steps, 'touch' in next ? next.touch.touch : next.cause.move],
      alarms: settlement.reverted === null ? at.alarms : [...at.alarms, settlement.reverted.lost],
    };
  }
  throw new Error(`no end: ${at.steps.join(' ')}`);
}
