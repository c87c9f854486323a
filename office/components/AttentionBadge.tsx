import type { Attention } from '#core/staff/attention.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Reasons that the status does not show. */
const SHOWN: readonly Attention[] = ['payout_unknown', 'refund_failed', 'payout_stuck', 'payment_stuck', 'surplus'];

/** Why an operator should look at this order, unless its status shows it. */
export function AttentionBadge({ attention }: { readonly attention: Attention | null }) {
  const { t } = useTranslation();
  if (attention === null || !SHOWN.includes(attention)) return null;
  return <span className="badge person">{t(`office.attention.${attention}`)}</span>;
}
