import type { OrderStatus } from '#core/order/status.ts';
import type { WaitReason as Why } from '#core/payout/payout-limits.ts';
import type { PayoutState } from '#core/payout/payout.ts';
import type { Attention } from '#core/staff/attention.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

type Tone = 'person' | 'loss' | 'time' | 'calm' | 'done' | 'over';

/** Emphasis of a status: `person` and `loss` need a person. */
const TONE: Readonly<Record<OrderStatus, Tone>> = {
  awaiting_confirmation: 'calm',
  awaiting_verification: 'person',
  awaiting_requisites: 'calm',
  awaiting_payment: 'calm',
  payment_claimed: 'person',
  payment_detected: 'time',
  moderation: 'person',
  compliance_hold: 'person',
  requote: 'time',
  paid: 'time',
  payout_pending: 'time',
  payout_sent: 'time',
  payout_failed: 'loss',
  completed: 'done',
  refund_pending: 'time',
  refunded: 'done',
  expired: 'over',
  cancelled: 'over',
  payment_failed: 'over',
  rejected: 'over',
};

interface Props {
  readonly status: OrderStatus;
  /** Why it waits for a person; null or absent: unknown. */
  readonly attention?: Attention | null;
}

/** The payout waits for a person to make it: nothing is sent yet. */
const isUnsent = (attention: Attention | null): attention is 'manual_payout' | 'by_hand' =>
  attention === 'manual_payout' || attention === 'by_hand';

/** The state of an order in one or two words. */
export function StatusBadge({ status, attention = null }: Props) {
  const { t } = useTranslation();
  if (status === 'payout_sent' && isUnsent(attention)) return <span className="badge person">{t(`office.attention.${attention}`)}</span>;
  return <span className={`badge ${TONE[status]}`}>{t(`office.status.${status}`)}</span>;
}

type PaymentState = PayoutState | 'seen' | 'final' | 'reverted';

const PAYMENT_TONE: Readonly<Record<PaymentState, Tone>> = {
  queued: 'calm',
  claimed: 'calm',
  by_hand: 'person',
  accepted: 'time',
  unknown: 'person',
  executed: 'done',
  failed: 'loss',
  seen: 'time',
  final: 'done',
  reverted: 'loss',
};

/** The state of a deposit or a payout attempt; `unknown` is emphasised, because its result is open. */
export function PaymentBadge({ state }: { readonly state: PaymentState }) {
  const { t } = useTranslation();
  return <span className={`badge ${PAYMENT_TONE[state]}`}>{t(`office.payment_state.${state}`)}</span>;
}

/** Reasons that the status does not show. */
const SHOWN: readonly Attention[] = ['payout_unknown', 'refund_failed', 'payout_stuck', 'payment_stuck', 'surplus'];

/** Why an operator should look at this order, unless its status shows it. */
export function AttentionBadge({ attention }: { readonly attention: Attention | null }) {
  const { t } = useTranslation();
  if (attention === null || !SHOWN.includes(attention)) return null;
  return <span className="badge person">{t(`office.attention.${attention}`)}</span>;
}

/** Why a payout waits for a person, as a sentence. */
export function WaitsWhy({ why }: { readonly why: readonly Why[] }) {
  const { t } = useTranslation();
  if (why.length === 0) return null;
  const reasons = why.map((reason) => t(`office.detail_value.why.${reason}`)).join('; ');
  return <span className="waits-why">{t('office.waits_why', { why: reasons })}</span>;
}
