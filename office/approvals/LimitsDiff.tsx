import { formatDecimal } from '#core/format/amount.ts';
import { FactList } from '#office/components/FactList.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { limitsDiff } from './limits-diff.ts';

const LIMITS: Readonly<Record<string, string>> = { firstUsd: 'limits.first', secondUsd: 'limits.second', treasuryUsd: 'limits.treasury' };

/** What a proposal about limits would change, figure by figure. */
export function LimitsDiff({ payload }: { readonly payload: Readonly<Record<string, unknown>> }) {
  const { t, locale } = useTranslation();
  const nameOf = (path: readonly string[]): string => {
    const key = path.at(-1) ?? '';
    const words = t(LIMITS[key] ?? `limits.cap.${key}`);
    return path.length === 3 ? `${path[1]} · ${words}` : words;
  };
  const figure = (value: number | null) => (value === null ? t('limits.no_cap') : formatDecimal(String(value), { locale }));
  const facts = limitsDiff(payload).map(({ path, before, after }) => ({
    name: nameOf(path),
    value: `${figure(before)} → ${figure(after)}`,
  }));
  return <FactList facts={facts} />;
}
