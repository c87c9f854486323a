import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { type OfficeSlotAttributes, officeListSlots, officeWithdrawSlot } from '#contract/office-slots.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Figures } from '#office/pieces/Figures.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { SlotForm } from './SlotForm.tsx';

function Amount({ slot }: { readonly slot: OfficeSlotAttributes }) {
  const { t } = useWords();
  const currency = slot.outcome_currency_iso_code;
  if (slot.outcome_amount !== null) return <Figures amount={slot.outcome_amount} currency={currency} />;
  return (
    <>
      <Figures amount={slot.min_outcome_amount ?? '0'} /> –{' '}
      {slot.max_outcome_amount === null ? t('office.slots.no_limit') : <Figures amount={slot.max_outcome_amount} />}{' '}
      <span className="currency">{currency}</span>
    </>
  );
}

interface RowProps {
  readonly slot: Resource<OfficeSlotAttributes>;
  /** Present when the operator may withdraw. */
  readonly onWithdraw: ((id: string) => void) | undefined;
}

function Row({ slot: { id, attributes: slot }, onWithdraw }: RowProps) {
  const { t } = useWords();
  return (
    <li>
      <p className="line">
        <span className="code">
          {slot.income_payment_system_id} › {slot.outcome_payment_system_id}
        </span>
        <span>{t(`office.slots.kinds.${slot.kind}`)}</span>
        <span>
          <Amount slot={slot} />
        </span>
        <span className="dim">{t('office.slots.eta', { count: slot.eta_minutes })}</span>
        <span className={`badge ${slot.state === 'held' ? 'time' : 'calm'}`}>{t(`office.slots.state.${slot.state}`)}</span>
        {slot.order_id === null ? null : <Link to={paths.order(slot.order_id)}>{slot.order_id}</Link>}
        {slot.state === 'available' && onWithdraw !== undefined ? (
          <Button variant="default" size="compact-xs" onClick={() => onWithdraw(id)}>
            {t('office.slots.withdraw')}
          </Button>
        ) : null}
      </p>
    </li>
  );
}

/** Slots that are open or held, and publishing by hand. */
export function SlotsPage() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const { actions } = useOperator();
  const mayChange = actions.includes('change_slots');
  const slots = useQuery({ queryKey: keys.slots(), queryFn: ({ signal }) => api(officeListSlots, { signal }), refetchInterval: 10_000 });
  const withdraw = useMutation({
    mutationFn: (id: string) => api(officeWithdrawSlot, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.slots() }),
  });
  useEffect(() => {
    document.title = t('office.slots.title');
  }, [t]);
  if (slots.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (slots.data === undefined) return <Problem error={slots.error} retry={() => void slots.refetch()} />;
  return (
    <>
      <h1>{t('office.slots.title')}</h1>
      <div className="slots-grid">
        <section className="sheet">
          {withdraw.isError ? <Problem error={withdraw.error} /> : null}
          {slots.data.data.length === 0 ? <p className="dim">{t('office.slots.none')}</p> : null}
          <ul className="list">
            {slots.data.data.map((slot) => (
              <Row key={slot.id} slot={slot} onWithdraw={mayChange ? (id) => withdraw.mutate(id) : undefined} />
            ))}
          </ul>
        </section>
        <div className="column-actions">{mayChange ? <SlotForm /> : null}</div>
      </div>
    </>
  );
}
