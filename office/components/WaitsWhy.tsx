import type { WaitReason as Why } from '#core/payout/payout-limits.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Why a payout waits for a person, as a sentence. */
export function WaitsWhy({ why }: { readonly why: readonly Why[] }) {
  const { t } = useTranslation();
  if (why.length === 0) return null;
  const reasons = why.map((reason) => t(`office.detail_value.why.${reason}`)).join('; ');
  return <span className="waits-why">{t('office.waits_why', { why: reasons })}</span>;
}
