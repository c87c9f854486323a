import { approvalsNeeded, worthOf } from '#core/limits.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';

/** Whether people must approve a payout of this amount before it leaves (domain 5, "first limit"): its customer reads so before paying. */
export const needsApproval = ({ limits, quotes }: Pick<Deps, 'limits' | 'quotes'>, outcome: PaymentSystem, amount: bigint): boolean =>
  approvalsNeeded(limits.current(), outcome.code, worthOf(amount, outcome.scale, quotes.usdOf(outcome.code))) > 0;
