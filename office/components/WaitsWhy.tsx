import type { WaitReason as Why } from '#core/payout/payout-limits.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** What a payout waits for people for: nothing of an order's state says it. A sentence, which goes on in the next line. */
export function WaitsWhy({ why }: { readonly why: readonly Why[] }) {
  const { t } = useTranslation();
  if (why.length === 0) return null;
  const told = why.map((one) => t(`office.detail_value.why.${one}`)).join('; ');
  return <span className="waits-why">{t('office.waits_why', { why: told })}</span>;
}
