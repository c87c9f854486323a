import type { ComponentType } from 'react';
import type { OrderStatus } from '#core/order/status.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { AwaitingPayment } from './AwaitingPayment.tsx';
import { Moderation, PaymentClaimed, PaymentDetected } from './Processing.tsx';
import type { StateProps } from './state-props.ts';
import { AwaitingVerification, AwaitingConfirmation, AwaitingRequisites } from './Waiting.tsx';

/** Loaded only for orders that need a choice. */
const RequoteChoice = latePart(async () => (await import('./RequoteChoice.tsx')).RequoteChoice);
/** Loaded once the payment was received. */
const ComplianceHold = latePart(async () => (await import('./Payout.tsx')).ComplianceHold);
const Paid = latePart(async () => (await import('./Payout.tsx')).Paid);
const PayoutFailed = latePart(async () => (await import('./Payout.tsx')).PayoutFailed);
const PayoutSent = latePart(async () => (await import('./Payout.tsx')).PayoutSent);
/** Loaded only for orders that ended. */
const Completed = latePart(async () => (await import('./Ended.tsx')).Completed);
const Refund = latePart(async () => (await import('./Ended.tsx')).Refund);
const EndedUnpaid = latePart(async () => (await import('./Ended.tsx')).EndedUnpaid);
const Rejected = latePart(async () => (await import('./Ended.tsx')).Rejected);

/** What each status shows below its heading. A new status does not compile without a component here. */
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
