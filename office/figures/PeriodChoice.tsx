import { useState } from 'react';
import { PERIODS, periodOfDays } from '#core/figures/figures.ts';
import { Choice } from '#office/components/Choice.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { DayFields, type Days } from '#office/lists/ListExport.tsx';
import { type FigurePeriod, isDayRange } from './OrdersLink.tsx';

interface PeriodChoiceProps {
  readonly period: FigurePeriod;
  readonly onChoose: (period: FigurePeriod) => void;
}

function daysIn(period: FigurePeriod): Days {
  if (!isDayRange(period)) return {};
  const [from = '', to = ''] = period.split('..');
  return { from, to };
}

/** Chosen days; reported once both are given and in order. */
function ChosenDays({ period, onChoose }: PeriodChoiceProps) {
  const { t } = useTranslation();
  const [days, setDays] = useState(daysIn(period));
  const { from, to } = days;
  const isWrong = from !== undefined && to !== undefined && periodOfDays(`${from}..${to}`) === undefined;
  const choose = (next: Days) => {
    setDays(next);
    const range = `${next.from ?? ''}..${next.to ?? ''}` as const;
    if (isDayRange(range)) onChoose(range);
  };
  return (
    <>
      <DayFields days={days} onChange={choose} />
      {isWrong ? <p role="alert">{t('figures.wrong_days')}</p> : null}
    </>
  );
}

/** A named period or any days up to a year. */
export function PeriodChoice({ period, onChoose }: PeriodChoiceProps) {
  const { t } = useTranslation();
  return (
    <div className="tools day-periods">
      <Choice<FigurePeriod>
        label={t('figures.period')}
        values={PERIODS}
        value={period}
        labelOf={(name) => t(`figures.periods.${name}`)}
        onChoose={onChoose}
      />
      <div className="list-actions">
        <ChosenDays key={isDayRange(period) ? 'days' : period} period={period} onChoose={onChoose} />
      </div>
    </div>
  );
}
