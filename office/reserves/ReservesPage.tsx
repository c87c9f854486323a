import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { urlOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import {
  officeListReservePostings,
  officeListReserves,
  officeReservePostingsCsv,
  type ReserveAttributes,
} from '#contract/office/money/ledger.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { Figures } from '#office/components/Figures.tsx';
import { isEmptied, Pages } from '#office/components/Pages.tsx';
import { Loaded, Problem, Screen } from '#office/components/Screen.tsx';
import { clockTime } from '#office/format/moment.ts';
import { FIRST_PAGE, pageQuery } from '#office/format/paging.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { CsvLink, DayFields, type Days } from '#office/lists/ListExport.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { Demand } from '#office/reserve-requests/Demand.tsx';
import { PostingForm } from './PostingForm.tsx';

/** The available amount, then the treasury and what is subtracted from it (domain 6). */
const AMOUNTS = ['available', 'treasury', 'in_transit', 'unearned', 'held', 'buffer'] as const;

type Reserve = Resource<ReserveAttributes>;

interface ReservesTableProps {
  readonly reserves: readonly Reserve[];
  readonly chosen: string | null;
  /** Present when the operator may post. */
  readonly onChoose?: (code: string) => void;
}

function Name({ reserve, onChoose }: { readonly reserve: Reserve; readonly onChoose: ReservesTableProps['onChoose'] }) {
  const { attributes, id } = reserve;
  const label = (
    <>
      <span className="code">{id}</span> <span className="system">{attributes.name}</span>
    </>
  );
  if (onChoose === undefined) return label;
  return (
    <button type="button" className="choose" onClick={() => onChoose(id)}>
      {label}
    </button>
  );
}

const columnsOf = (t: Translation['t'], onChoose: ReservesTableProps['onChoose']): readonly Column<Reserve>[] => [
  { key: 'system', label: t('office.reserves.system'), cell: (row) => <Name reserve={row} onChoose={onChoose} /> },
  ...AMOUNTS.map((name) => ({
    key: name,
    label: t(`office.reserves.column.${name}`),
    isNumber: true,
    cell: ({ attributes }: Reserve) => (
      <span data-zero={attributes[name] === '0' || undefined}>
        <Figures amount={attributes[name]} place="column" />
      </span>
    ),
  })),
  {
    key: 'currency',
    label: t('office.reserves.column.currency'),
    cell: (row) => <span className="dim">{row.attributes.currency_iso_code}</span>,
  },
];

/** Reserves by payment system: each row adds up. */
function ReservesTable({ reserves, chosen, onChoose }: ReservesTableProps) {
  const { t } = useTranslation();
  return (
    <ListTable
      className="reserves"
      caption={t('office.reserves.title')}
      columns={columnsOf(t, onChoose)}
      rows={reserves}
      idOf={({ id }) => id}
      dataOf={({ id, attributes }) => ({
        'data-current': id === chosen || undefined,
        'data-empty': attributes.available === '0' || undefined,
      })}
    />
  );
}

const PER = '20';

/** Treasurers' postings, newest first. */
function PostingList() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const [position, setPosition] = useState(FIRST_PAGE);
  const [days, setDays] = useState<Days>({});
  const postings = useQuery({
    queryKey: keys.postings({ ...position, ...days }),
    queryFn: ({ signal }) => api(officeListReservePostings, { query: { ...days, ...pageQuery(position), per: PER }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="sheet" aria-labelledby="written-title">
      <h2 id="written-title">{t('office.reserves.written')}</h2>
      <div className="tools">
        <div className="list-actions">
          <DayFields
            days={days}
            onChange={(next) => {
              setDays(next);
              setPosition(FIRST_PAGE);
            }}
          />
          <CsvLink href={urlOf(officeReservePostingsCsv, { query: days })} />
        </div>
      </div>
      {postings.isError ? <Problem error={postings.error} /> : null}
      {postings.data?.data.length === 0 && !isEmptied(postings.data, position) ? <p className="dim">{t('office.order.none')}</p> : null}
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
      {postings.data ? <Pages answer={postings.data} position={position} size="xs" onChange={setPosition} /> : null}
    </section>
  );
}

/** Reserves by payment system, and the postings of treasurers. */
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
