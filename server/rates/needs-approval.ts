import { approvalsNeeded, worthUsd } from '#core/payout/payout-limits.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';

/** Whether a payout of this amount needs approval by people (domain 5, "first limit"); customers see this before they pay. */
export const needsApproval = ({ limits, quotes }: Pick<Deps, 'limits' | 'quotes'>, outcome: PaymentSystem, amount: bigint): boolean =>
  approvalsNeeded(limits.current(), outcome.code, worthUsd(amount, outcome.scale, quotes.usdOf(outcome.code))) > 0;
