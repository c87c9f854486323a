import { describe, expect, it } from 'vitest';
import { ASSETS, makeOrder, NOW } from '#tests/make/order.ts';
import { imbalances } from '#core/ledger/account.ts';
import { decideTouch, type Touch } from './touch.ts';

const SEEN = { received: 7n, confirmations: 2, requiredConfirmations: 3, firstSeenAt: NOW, txHash: '0xabc' };
const SHARE = { provider: 'sandbox', amount: 5n };
const FEE = { wallet: 'w', asset: 'USDT.TRC20', amount: 2n };
const OFFER = { reason: 'late', receivedAmount: 7n, held: false, options: [], expiresAt: NOW } as const;

/** Every touch with the members that it changes besides the version. */
const TOUCHES: readonly (readonly [Touch, object])[] = [
  [
    { touch: 'count_confirmations', by: 'provider', seen: SEEN },
    { receivedAmount: 7n, confirmations: 2, incomeTxHash: '0xabc' },
  ],
  [
    { touch: 'renew_offer', by: 'provider', received: 7n, credit: 3n, requote: OFFER },
    { receivedAmount: 7n, creditedAmount: 103n, requote: OFFER },
  ],
  [
    { touch: 'correct_credit', by: 'provider', received: 1n, removed: 40n, released: [], lost: 2n, recovered: 0n },
    { receivedAmount: 1n, creditedAmount: 60n },
  ],
  [
    { touch: 'balance', by: 'provider', received: 9n, surplus: SHARE, released: [SHARE], lost: 3n, recovered: 1n },
    { receivedAmount: 9n, creditedAmount: 100n },
  ],
  [
    { touch: 'correct_agreed', by: 'provider', received: 101n },
    { receivedAmount: 101n, creditedAmount: 101n },
  ],
  [
    { touch: 'correct_agreed', by: 'provider', received: 99n },
    { receivedAmount: 99n, creditedAmount: 99n },
  ],
  [{ touch: 'return_surplus', by: 'operator', returned: [SHARE], fee: FEE }, { surplusReturned: 5n }],
  [{ touch: 'return_surplus', by: 'provider', returned: [SHARE, SHARE], fee: null }, { surplusReturned: 10n }],
  [{ touch: 'lose_hold', by: 'system', why: 'moderation' }, {}],
  [{ touch: 'postpone_deadline', by: 'system', until: NOW + 5 }, { expiresAt: NOW + 5 }],
  [{ touch: 'keep_reference', by: 'system', reference: 'late' }, { requisitesReference: 'late' }],
  [{ touch: 'know_destination', by: 'operator', isKnown: false }, { hasRefundDestination: false }],
  [{ touch: 'follow_payout', by: 'provider', txHash: '0xdef' }, { outcomeTxHash: '0xdef' }],
  [{ touch: 'follow_payout', by: 'provider', txHash: null }, { outcomeTxHash: '0xold' }],
  [{ touch: 'fail_attempt', by: 'provider', fee: FEE }, {}],
  [{ touch: 'fail_attempt', by: 'operator', fee: null }, {}],
  [{ touch: 'change_beside', by: 'customer' }, {}],
];

describe('a change without a move', () => {
  it.each(TOUCHES)('%#: keeps the state, increments the version and posts in balance', (touch, changed) => {
    const order = makeOrder('moderation', { creditedAmount: 100n, outcomeTxHash: '0xold' });
    const made = decideTouch(order, touch, ASSETS);
    expect(made.order).toMatchObject({ status: 'moderation', version: order.version + 1, ...changed });
    for (const posting of made.postings) expect(imbalances(posting)).toEqual([]);
  });

  it('never enlarges a hold', () => {
    for (const [touch] of TOUCHES) {
      const { hold } = decideTouch(makeOrder('requote'), touch, ASSETS);
      expect(hold.do).toBe(touch.touch === 'lose_hold' || touch.touch === 'renew_offer' ? 'void' : 'keep');
    }
    expect(
      decideTouch(makeOrder('requote', { hold: null }), TOUCHES[1]?.[0] ?? { touch: 'change_beside', by: 'system' }, ASSETS).hold.do,
    ).toBe('keep');
  });

  it('has a reason in the ledger', () => {
    const reasons = TOUCHES.map(([touch]) => decideTouch(makeOrder('requote'), touch, ASSETS).reason);
    expect(reasons.filter((reason) => reason !== null)).toEqual([
      'smaller_promise',
      'taken_back',
      'surplus',
      'surplus_returned',
      'surplus_returned',
      'moderation',
    ]);
  });
});
