import type { Attention } from '#core/staff/attention.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Reasons to look that the state alone does not tell. */
const TOLD: readonly Attention[] = ['payout_unknown', 'refund_failed', 'payout_stuck', 'payment_stuck', 'surplus'];

/** Why a person should look at this order, where its state does not say so already. */
export function AttentionBadge({ attention }: { readonly attention: Attention | null }) {
  const { t } = useTranslation();
  if (attention === null || !TOLD.includes(attention)) return null;
  return <span className="badge person">{t(`office.attention.${attention}`)}</span>;
}
