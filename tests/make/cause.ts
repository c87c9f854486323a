import type { Cause, Payloads } from '#core/order/cause.ts';
import type { Actor } from '#core/lifecycle/state-machine.ts';
import type { StepName } from '#core/order/lifecycle.ts';
import { makeQuote, NOW } from './order.ts';

const SEEN = { received: 100_000_000n, confirmations: 1, requiredConfirmations: 1, firstSeenAt: NOW, txHash: '0xabc' };
const REQUOTE = { reason: 'late', receivedAmount: 100_000_000n, held: false, options: [], expiresAt: NOW } as const;
const OPTION = {
  choice: 'exchange_all',
  incomeAmount: 100_000_000n,
  outcomeAmount: 800_000n,
  refundAmount: 0n,
  missingAmount: 0n,
  quote: makeQuote({ outcomeAmount: 800_000n }),
  expiresAt: NOW,
} as const;
const CREDITED = { seen: SEEN, credit: 100_000_000n };
const SAID = { note: 'because' };
const FEE = { wallet: 'USDTTRC20', asset: 'USDT.TRC20', amount: 5n };

/** A valid payload of each move, for the order of `makeOrder`. */
const SAMPLES: { readonly [M in StepName]: Payloads[M] } = {
  accept_verification: SAID,
  accept_verification_requote: { ...SAID, requote: REQUOTE },
  refuse_verification: SAID,
  give_requisites: { deadline: NOW + 1, reference: 'ref1', requiredConfirmations: 1 },
  fail_requisites: {},
  claim_payment: { invoiceId: null, txHash: '0xabc' },
  detect_payment: { seen: SEEN },
  detect_in_moderation: { seen: SEEN },
  lose_payment: { seen: SEEN, removed: 40n, released: [{ provider: 'sandbox', amount: 2n }], lost: 3n, recovered: 1n },
  expire: {},
  expire_verification: { reason: 'card_not_shown' },
  moderate_claim: {},
  cancel: {},
  call_off: SAID,
  settle_payment: { ...CREDITED, quote: null },
  confirm_receipt: { ...CREDITED, ...SAID, quote: makeQuote({ outcomeAmount: 800_000n }) },
  hold_for_compliance: { ...CREDITED, quote: null },
  clear_compliance: SAID,
  refund_from_compliance: { ...SAID, fee: 0n },
  moderate_compliance: SAID,
  requote: { ...CREDITED, requote: REQUOTE },
  accept_requote: { option: OPTION, provider: 'sandbox' },
  refuse_requote: {},
  queue_payout: {},
  claim_payout: {},
  complete: { ...SAID, txHash: '0xdef', fee: FEE },
  fail_payout: { ...SAID, fee: FEE },
  retry_payout: SAID,
  reopen: { ...CREDITED, requote: REQUOTE, provider: 'sandbox' },
  decline_payment: {},
  reject: SAID,
  refund: { ...SAID, fee: 0n },
  complete_refund: { ...SAID, txHash: null, fee: null },
};

/** A cause of any move by any actor, legal or not. */
export const makeCause = (move: StepName, by: Actor): Cause => ({ move, by, now: NOW, ...SAMPLES[move] }) as Cause;
