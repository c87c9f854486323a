import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { Link } from 'react-router';
import { urlOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import { officeListPromises, officePromisesCsv, type PromiseAttributes } from '#contract/office/shop/figures.ts';
import { PROMISE_UNITS, type PromiseUnit } from '#core/figures/figures.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Choice } from '#office/components/Choice.tsx';
import { Loaded } from '#office/components/Screen.tsx';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { CsvLink } from '#office/lists/ListExport.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import { isDayRange, ordersQuery, PeriodContext } from './OrdersLink.tsx';

type Row = Resource<PromiseAttributes>;

/** `2026-11-01..2026-11-30` as people read it; one day once. */
function daysText(range: string, locale: Translation['locale']): string {
  const format = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', timeZone: 'UTC' });
  return [...new Set(range.split('..').map((day) => format.format(new Date(`${day}T00:00Z`))))].join(' – ');
}

/** The late orders of these days. */
function Missed({ row: { id, attributes } }: { readonly row: Row }) {
  if (attributes.missed === 0 || !isDayRange(id)) return <span className="dim">{attributes.missed}</span>;
  return <Link to={paths.figureOrders(ordersQuery(id, { set: 'missed' }))}>{attributes.missed}</Link>;
}

const columnsOf = ({ t, locale }: Translation): Column<Row>[] => [
  { key: 'days', label: t('figures.days'), cell: ({ id }) => daysText(id, locale) },
  {
    key: 'share',
    label: t('figures.kept_share'),
    isNumber: true,
    cell: ({ attributes: { kept_percent: percent } }) => (percent === null ? '—' : `${formatDecimal(percent, { locale })} %`),
  },
  { key: 'kept', label: t('figures.kept'), isNumber: true, cell: ({ attributes }) => attributes.kept },
  { key: 'missed', label: t('figures.missed'), isNumber: true, cell: (row) => <Missed row={row} /> },
  { key: 'unknown', label: t('figures.promise_unknown'), isNumber: true, cell: ({ attributes }) => attributes.unknown },
];

/** How many orders were completed in the promised time, by day or month; the late ones are a click away. */
export function Promises() {
  const api = useApi();
  const translation = useTranslation();
  const { t } = translation;
  const period = useContext(PeriodContext);
  const [unit, setUnit] = useState<PromiseUnit>('day');
  const query = { period, unit };
  const promises = useQuery({
    queryKey: [...keys.figures(), 'promises', query],
    queryFn: ({ signal }) => api(officeListPromises, { query, signal }),
    refetchInterval: 30_000,
  });
  return (
    <section aria-labelledby="day-promises">
      <h2 id="day-promises">{t('figures.promises')}</h2>
      <div className="row">
        <Choice
          label={t('figures.promise_units')}
          values={PROMISE_UNITS}
          value={unit}
          labelOf={(value) => t(`figures.by.${value}`)}
          onChoose={setUnit}
        />
        <CsvLink href={urlOf(officePromisesCsv, { query })} />
      </div>
      <Loaded query={promises}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="dim">{t('figures.none_completed')}</p>
          ) : (
            <ListTable caption={t('figures.promises')} rows={data} idOf={({ id }) => id} columns={columnsOf(translation)} />
          )
        }
      </Loaded>
    </section>
  );
}
