import type { FoundAttributes } from '#contract/office/orders/search.ts';
import { clockTime } from '#office/format/moment.ts';
import { Figures } from '#office/components/Figures.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** One thing that was found: what it is, by what, how it stands. */
export function FoundRow({ found }: { readonly found: FoundAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <>
      <span className="line">
        <strong className="figures">{found.title}</strong>
        {found.status === null ? null : <StatusBadge status={found.status} />}
        <span className="dim">{found.found_in.map((how) => t(`office.search.in.${how}`)).join(', ')}</span>
      </span>
      <span className="line">
        {found.amounts.map(({ amount, currency_iso_code: currency }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two sides of an order, always in this order
          <span key={index} className="line">
            {index === 0 ? null : '·'} <Figures amount={amount} currency={currency} />
          </span>
        ))}
        {found.detail === null ? null : <span className="found-detail">{found.detail}</span>}
        <time className="dim" dateTime={found.at}>
          {clockTime(found.at, locale)}
        </time>
      </span>
    </>
  );
}
