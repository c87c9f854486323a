import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeExportShifts, officeListShifts, type ShiftAttributes, type ShiftLine } from '#contract/office/shop/shifts.ts';
import { keys } from '#office/api/keys.ts';
import { Problem, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { FIRST_PAGE, pageQuery } from '#office/format/paging.ts';
import { Figures } from '#office/components/Figures.tsx';
import { Pages } from '#office/components/Pages.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CountForm } from './CountForm.tsx';

function Line({ line }: { readonly line: ShiftLine }) {
  const { t } = useTranslation();
  const currency = line.currency_iso_code;
  return (
    <li className="line">
      <span className="code">{line.wallet}</span>
      <span>
        {t('shifts.counted')} <Figures amount={line.counted} currency={currency} />
      </span>
      {line.approval_id === null ? (
        <span className="dim">{t('shifts.agrees')}</span>
      ) : (
        <>
          <span>
            {t('shifts.ledger')} <Figures amount={line.ledger} currency={currency} />
          </span>
          <span className="badge person">
            {t('shifts.difference')} <Figures amount={line.difference} currency={currency} />
          </span>
        </>
      )}
    </li>
  );
}

function Shift({ shift }: { readonly shift: ShiftAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <>
      <p className="line">
        <strong>{clockTime(shift.closed_at, locale)}</strong>
        <span>{shift.closed_by}</span>
        {shift.uncounted > 0 ? <span className="dim">{t('shifts.uncounted', { count: shift.uncounted })}</span> : null}
      </p>
      {shift.note === '' ? null : (
        <p className="note" translate="no">
          {shift.note}
        </p>
      )}
      <ul>
        {shift.lines.map((line) => (
          <Line key={line.wallet} line={line} />
        ))}
      </ul>
    </>
  );
}

function ClosedShifts() {
  const api = useApi();
  const { t } = useTranslation();
  const [spot, setSpot] = useState(FIRST_PAGE);
  const shifts = useQuery({
    queryKey: [...keys.shifts(), spot],
    queryFn: ({ signal }) => api(officeListShifts, { query: pageQuery(spot), signal }),
  });
  return (
    <section aria-labelledby="closed-shifts">
      <h2 id="closed-shifts">{t('shifts.closed')}</h2>
      <p>
        <a href={officeExportShifts.path} download>
          {t('shifts.file')}
        </a>
      </p>
      {shifts.isError ? <Problem error={shifts.error} retry={() => void shifts.refetch()} /> : null}
      {shifts.data?.data.length === 0 ? <p className="empty">{t('shifts.none')}</p> : null}
      <ul className="cards">
        {shifts.data?.data.map(({ id, attributes }) => (
          <li key={id} className="sheet">
            <Shift shift={attributes} />
          </li>
        ))}
      </ul>
      {shifts.data ? <Pages answer={shifts.data} position={spot} size="sm" onChange={setSpot} /> : null}
    </section>
  );
}

/** The end of a shift (domain 11): wallets counted against the ledger, and earlier counts. */
export function ShiftsPage() {
  const { t } = useTranslation();
  const mayClose = useOperator().actions.includes('close_shifts');
  return (
    <Screen title={t('shifts.title')}>
      {mayClose ? <CountForm /> : null}
      <ClosedShifts />
    </Screen>
  );
}
