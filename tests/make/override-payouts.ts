import type { PayoutAnswer, Rail } from '#server/adapters/rails/port.ts';

/** Provider answers about one order's payouts that a test can set. */
export const PAYOUT_ANSWERS = {
  failed: { outcome: 'failed', reason: 'refused by the receiving bank' },
  unknown: { outcome: 'unknown', reason: 'late' },
} as const satisfies Readonly<Record<string, PayoutAnswer>>;
export type PayoutAnswerName = keyof typeof PAYOUT_ANSWERS;

/** Sets the answer about one order; null: the real answer. */
export type OverridePayouts = (orderId: string, answer: PayoutAnswerName | null) => void;

/** Overrides a rail's answers for single orders; faults of the test bank apply to all orders. */
export function overridePayouts(rail: Rail): OverridePayouts {
  const answers = new Map<string, PayoutAnswer>();
  const payOut = rail.payOut.bind(rail);
  const askPayout = rail.askPayout.bind(rail);
  rail.payOut = async (request) => answers.get(request.orderId) ?? (await payOut(request));
  rail.askPayout = async (request) => answers.get(request.orderId) ?? (await askPayout(request));
  return (orderId, answer) => {
    if (answer === null) answers.delete(orderId);
    else answers.set(orderId, PAYOUT_ANSWERS[answer]);
  };
}
