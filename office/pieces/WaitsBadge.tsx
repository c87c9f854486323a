import type { WaitsWhy } from '#core/limits.ts';
import { useWords } from '#office/words/Words.tsx';

/** What a payout waits for people for: nothing of an order's state says it. */
export function WaitsBadge({ why }: { readonly why: readonly WaitsWhy[] }) {
  const { t } = useWords();
  if (why.length === 0) return null;
  const told = why.map((one) => t(`office.detail_value.why.${one}`)).join('; ');
  return <span className="badge person">{t('office.waits_why', { why: told })}</span>;
}
