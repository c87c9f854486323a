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
import { ChangeDialog } from '#office/changes/ChangeDialog.tsx';
import { removal } from './rule-draft.ts';
import { SlotForm } from './SlotForm.tsx';
import { SlotRuleForm } from './SlotRuleForm.tsx';
import { SlotRuleList } from './SlotRuleList.tsx';
import { useSlotRules } from './use-slot-rules.ts';

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
        {slot.by_rule ? <span className="dim">{t('rates.slot_rule.by_rule')}</span> : null}
        {slot.state === 'available' && !slot.by_rule && onWithdraw !== undefined ? (
          <Button variant="default" size="compact-xs" onClick={() => onWithdraw(id)}>
            {t('office.slots.withdraw')}
          </Button>
        ) : null}
      </p>
    </li>
  );
}

/** What stands open, or is held by an order. */
function OpenSlots({ mayChange }: { readonly mayChange: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const slots = useQuery({ queryKey: keys.slots(), queryFn: ({ signal }) => api(officeListSlots, { signal }), refetchInterval: 5_000 });
  const withdraw = useMutation({
    mutationFn: (id: string) => api(officeWithdrawSlot, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.slots() }),
  });
  if (slots.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (slots.data === undefined) return <Problem error={slots.error} retry={() => void slots.refetch()} />;
  return (
    <section className="sheet">
      {withdraw.isError ? <Problem error={withdraw.error} /> : null}
      {slots.data.data.length === 0 ? <p className="dim">{t('office.slots.none')}</p> : null}
      <ul className="list">
        {slots.data.data.map((slot) => (
          <Row key={slot.id} slot={slot} onWithdraw={mayChange ? (id) => withdraw.mutate(id) : undefined} />
        ))}
      </ul>
    </section>
  );
}

/** Slots that are open or held, publishing by hand, and the rules that keep some open. */
export function SlotsPage() {
  const { t } = useWords();
  const { actions } = useOperator();
  const mayChange = actions.includes('change_slots');
  const slotRules = useSlotRules();
  const { edited, planned, done } = slotRules;
  const rules = slotRules.rules.data;
  useEffect(() => {
    document.title = t('office.slots.title');
  }, [t]);
  return (
    <>
      <h1>{t('office.slots.title')}</h1>
      <p role="status" className={done?.state ? 'calm' : 'unseen'}>
        {done?.state ? t(`rates.done.${done.state}`) : ''}
      </p>
      <div className="slots-grid">
        <div className="column-facts">
          {slotRules.rules.isError && rules === undefined ? (
            <Problem error={slotRules.rules.error} retry={() => void slotRules.rules.refetch()} />
          ) : null}
          {rules === undefined ? null : (
            <SlotRuleList
              rules={rules.known}
              deeds={mayChange ? { onEdit: slotRules.edit, onRemove: (rule) => slotRules.plan(removal(rule)) } : undefined}
            />
          )}
          <OpenSlots mayChange={mayChange} />
        </div>
        {mayChange ? (
          <div className="column-actions">
            <SlotForm />
            {rules === undefined ? null : (
              <SlotRuleForm
                key={`${edited?.id ?? ''} ${done?.times ?? 0}`}
                systems={rules.systems}
                known={edited}
                refusal={slotRules.refusal}
                onPlan={slotRules.plan}
                onCancel={() => slotRules.edit(undefined)}
              />
            )}
          </div>
        ) : null}
      </div>
      {planned === undefined ? null : (
        <ChangeDialog
          planned={{ items: [planned] }}
          title={t(planned.after === null ? 'rates.slot_rule.about_to_remove' : 'rates.slot_rule.about_to')}
          onDone={slotRules.finish}
          onClose={slotRules.close}
          onRefused={slotRules.refused}
        />
      )}
    </>
  );
}
