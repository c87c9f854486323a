import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeListReserves } from '#contract/office/money/ledger.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Demand } from '#office/reserve-requests/Demand.tsx';
import { PostingForm } from './PostingForm.tsx';
import { PostingList } from './PostingList.tsx';
import { ReservesTable } from './ReservesTable.tsx';

/** Reserves by payment system, and the treasurer's pen. */
export function ReservesPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const [code, setCode] = useState<string | null>(null);
  const reserves = useQuery({
    queryKey: [...keys.reserves(), locale],
    queryFn: ({ signal }) => api(officeListReserves, { signal }),
    refetchInterval: 10_000,
  });
  const mayPost = actions.includes('post_reserves');
  return (
    <Screen title={t('office.reserves.title')}>
      <Loaded query={reserves}>
        {({ data }) => (
          <>
            <div className="reserves-stack">
              {mayPost ? <PostingForm reserves={data} code={code} onCode={setCode} /> : null}
              <Demand />
              <p className="dim">{t('office.reserves.adds_up')}</p>
              <ReservesTable reserves={data} chosen={code} {...(mayPost ? { onChoose: setCode } : {})} />
              <PostingList />
            </div>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
