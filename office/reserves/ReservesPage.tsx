import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { officeListReserves } from '#contract/office-ledger.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { Demand } from '#office/reserve-requests/Demand.tsx';
import { PostingForm } from './PostingForm.tsx';
import { PostingList } from './PostingList.tsx';
import { ReservesTable } from './ReservesTable.tsx';

/** Reserves by payment system, and the treasurer's pen. */
export function ReservesPage() {
  const api = useApi();
  const { t, locale } = useWords();
  const { actions } = useOperator();
  const [code, setCode] = useState<string | null>(null);
  const reserves = useQuery({
    queryKey: [...keys.reserves(), locale],
    queryFn: ({ signal }) => api(officeListReserves, { signal }),
    refetchInterval: 10_000,
  });
  useEffect(() => {
    document.title = t('office.reserves.title');
  }, [t]);
  if (reserves.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (reserves.data === undefined) return <Problem error={reserves.error} retry={() => void reserves.refetch()} />;
  const mayPost = actions.includes('post_reserves');
  return (
    <>
      <h1>{t('office.reserves.title')}</h1>
      <div className="reserves-stack">
        {mayPost ? <PostingForm reserves={reserves.data.data} code={code} onCode={setCode} /> : null}
        <Demand />
        <p className="dim">{t('office.reserves.adds_up')}</p>
        <ReservesTable reserves={reserves.data.data} chosen={code} {...(mayPost ? { onChoose: setCode } : {})} />
        <PostingList />
      </div>
    </>
  );
}
