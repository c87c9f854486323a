import type { ComponentType } from 'react';
import type { OrderStatus } from '#core/order/status.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { AwaitingPayment } from './AwaitingPayment.tsx';
import { ComplianceHold, Moderation, PaymentClaimed, PaymentDetected } from './Checking.tsx';
import { Completed, EndedUnpaid, Refund, Rejected } from './Ended.tsx';
import { Paid, PayoutFailed, PayoutSent } from './Paying.tsx';
import type { StateProps } from './state.ts';
import { AwaitingVerification } from './AwaitingVerification.tsx';
import { AwaitingConfirmation, AwaitingRequisites } from './Waiting.tsx';

/** Few orders ever come to it. */
const RequoteChoice = latePart(async () => (await import('./RequoteChoice.tsx')).RequoteChoice);

/** What each state shows below its headline. Total: a new state does not compile until it has its picture. */
export const STATE_VIEW: Readonly<Record<OrderStatus, ComponentType<StateProps>>> = {
  awaiting_confirmation: AwaitingConfirmation,
  awaiting_verification: AwaitingVerification,
  awaiting_requisites: AwaitingRequisites,
  awaiting_payment: AwaitingPayment,
  payment_claimed: PaymentClaimed,
  payment_detected: PaymentDetected,
  moderation: Moderation,
  compliance_hold: ComplianceHold,
  requote: RequoteChoice,
  paid: Paid,
  payout_pending: Paid,
  payout_sent: PayoutSent,
  payout_failed: PayoutFailed,
  completed: Completed,
  refund_pending: Refund,
  refunded: Refund,
  expired: EndedUnpaid,
  cancelled: EndedUnpaid,
  payment_failed: EndedUnpaid,
  rejected: Rejected,
};
