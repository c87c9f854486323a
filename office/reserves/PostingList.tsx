import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeListReservePostings } from '#contract/office/money/ledger.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { FIRST_PAGE, pageQuery } from '#office/format/page-position.ts';
import { Figures } from '#office/components/Figures.tsx';
import { Pages } from '#office/components/Pages.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

const PER = '20';

/** What treasurers have written, newest first. */
export function PostingList() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const [spot, setSpot] = useState(FIRST_PAGE);
  const postings = useQuery({
    queryKey: keys.postings(spot),
    queryFn: ({ signal }) => api(officeListReservePostings, { query: { ...pageQuery(spot), per: PER }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="sheet" aria-labelledby="written-title">
      <h2 id="written-title">{t('office.reserves.written')}</h2>
      {postings.isError ? <Problem error={postings.error} /> : null}
      {postings.data?.data.length === 0 ? <p className="dim">{t('office.order.none')}</p> : null}
      <ul className="list">
        {postings.data?.data.map(({ id, attributes: posting }) => (
          <li key={id}>
            <p className="line">
              <span className="code">{posting.payment_system_id}</span>
              <span>{t(`office.reserves.kinds.${posting.kind}`)}</span>
              <Figures amount={posting.amount} currency={posting.currency_iso_code} />
            </p>
            <p>{posting.reason}</p>
            <p className="dim">
              {posting.actor} · {clockTime(posting.at, locale)}
            </p>
          </li>
        ))}
      </ul>
      {postings.data ? <Pages answer={postings.data} position={spot} size="xs" onChange={setSpot} /> : null}
    </section>
  );
}
