import { latePart } from '#web/loading/late-part.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Calculation, Pair } from '#web/catalogue/systems.ts';

const Conditions = latePart(async () => (await import('./Conditions.tsx')).Conditions);
const BreakdownRows = latePart(async () => (await import('./BreakdownRows.tsx')).BreakdownRows);

/** Conditions of the direction, and the parts of the rate with every fee in money, collapsed. */
export function Breakdown({ pair, calculation }: { readonly pair: Pair; readonly calculation: Calculation }) {
  const { t } = useTranslation();
  return (
    <>
      <Conditions pair={pair} calculation={calculation} />
      <details className="group mt-3 sm:mt-5 group-data-typed/form:invisible">
        <summary className="link inline-block min-h-6 text-sm font-medium">{t('exchange.breakdown.title')}</summary>
        <div className="mt-2 max-w-xl">
          <BreakdownRows pair={pair} calculation={calculation} />
          <p className="mt-2 text-sm text-muted">{t(`exchange.breakdown.${calculation.rate_type}`)}</p>
        </div>
      </details>
    </>
  );
}
