import { figureOf } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface FiguresProps {
  /** Decimal text of the wire. */
  readonly amount: string;
  readonly currency?: string;
  /** `column`: aligned on the decimal mark under each other; `inline`: inside a sentence or a row of facts. */
  readonly place?: 'column' | 'inline';
}

/** An amount as the board shows it: tabular figures, a true minus, the currency after the number. */
export function Figures({ amount, currency, place = 'inline' }: FiguresProps) {
  const { locale } = useTranslation();
  const { whole, fraction } = figureOf(amount, locale);
  return (
    <span className={`figures ${place}`}>
      <span className="whole">{whole}</span>
      <span className="fraction">{fraction}</span>
      {currency === undefined ? null : <span className="currency">{currency}</span>}
    </span>
  );
}
