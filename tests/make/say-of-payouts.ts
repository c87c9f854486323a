import type { PayoutAnswer, Rail } from '#server/adapters/rails/port.ts';

/** What a provider may be made to say of one order's payouts instead of making them. */
export const PAYOUT_WORDS = {
  failed: { outcome: 'failed', reason: 'refused by the receiving bank' },
  unknown: { outcome: 'unknown', reason: 'late' },
} as const satisfies Readonly<Record<string, PayoutAnswer>>;
export type PayoutWord = keyof typeof PAYOUT_WORDS;

/** Says what a provider answers about one order; null: what it answers by itself. */
export type SayOfPayouts = (orderId: string, word: PayoutWord | null) => void;

/** Puts words about single orders into a rail's mouth: faults of the test bank are everybody's, these are one order's. */
export function sayOfPayouts(rail: Rail): SayOfPayouts {
  const said = new Map<string, PayoutAnswer>();
  const payOut = rail.payOut.bind(rail);
  const askPayout = rail.askPayout.bind(rail);
  rail.payOut = async (request) => said.get(request.orderId) ?? (await payOut(request));
  rail.askPayout = async (request) => said.get(request.orderId) ?? (await askPayout(request));
  return (orderId, word) => {
    if (word === null) said.delete(orderId);
    else said.set(orderId, PAYOUT_WORDS[word]);
  };
}
