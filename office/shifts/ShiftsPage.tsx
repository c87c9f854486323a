import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { officeExportShifts, officeListShifts, type ShiftAttributes, type ShiftLine } from '#contract/office-shifts.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { FRONT, spotQuery } from '#office/format/spot.ts';
import { Figures } from '#office/pieces/Figures.tsx';
import { Pages } from '#office/pieces/Pages.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { CountForm } from './CountForm.tsx';

function Line({ line }: { readonly line: ShiftLine }) {
  const { t } = useWords();
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
  const { t, locale } = useWords();
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
  const { t } = useWords();
  const [spot, setSpot] = useState(FRONT);
  const shifts = useQuery({
    queryKey: [...keys.shifts(), spot],
    queryFn: ({ signal }) => api(officeListShifts, { query: spotQuery(spot), signal }),
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
      {shifts.data ? <Pages answer={shifts.data} spot={spot} size="sm" onChange={setSpot} /> : null}
    </section>
  );
}

/** The end of a shift (domain 11): wallets counted against the ledger, and what was found before. */
export function ShiftsPage() {
  const { t } = useWords();
  const mayClose = useOperator().actions.includes('close_shifts');
  useEffect(() => {
    document.title = t('shifts.title');
  }, [t]);
  return (
    <>
      <h1>{t('shifts.title')}</h1>
      {mayClose ? <CountForm /> : null}
      <ClosedShifts />
    </>
  );
}
