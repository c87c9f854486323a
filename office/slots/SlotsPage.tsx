import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { officeListSlotRules } from '#contract/office/catalogue/slot-rules.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem, Screen } from '#office/components/Screen.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ChangeDialog } from '#office/changes/ChangeDialog.tsx';
import { type StoredRule, removal } from './rule-draft.ts';
import { SlotForm } from './SlotForm.tsx';
import { SlotRuleForm } from './SlotRuleForm.tsx';
import { SlotRuleList } from './SlotRuleList.tsx';
import { SlotTable } from './SlotTable.tsx';

/** The rules, the edited one, and the change that waits for confirmation. */
function useSlotRules() {
  const api = useApi();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<StoredRule>();
  const [planned, setPlanned] = useState<ChangeItemDocument>();
  const [refusal, setRefusal] = useState<unknown>(null);
  const [done, setDone] = useState<{ readonly state: string; readonly times: number }>();
  const rules = useQuery({
    queryKey: [...keys.slots(), 'rules'],
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeListSlotRules, { signal });
      return { known: data, systems: officeListSlotRules.reply.meta.parse(meta).payment_systems };
    },
    refetchInterval: 5_000,
  });
  const plan = (item: ChangeItemDocument) => {
    setRefusal(null);
    setDone((before) => before && { ...before, state: '' });
    setPlanned(item);
  };
  return {
    rules,
    edited,
    planned,
    refusal,
    done,
    plan,
    edit: (rule: StoredRule | undefined) => {
      setRefusal(null);
      setEdited(rule);
    },
    refused: useCallback((error: unknown) => setRefusal(error), []),
    close: () => setPlanned(undefined),
    finish: (state: string) => {
      setPlanned(undefined);
      setEdited(undefined);
      setDone((before) => ({ state, times: (before?.times ?? 0) + 1 }));
      void queries.invalidateQueries({ queryKey: keys.slots() });
    },
  };
}

/** Slots, publishing by hand, and the rules that keep slots open. */
export function SlotsPage() {
  const { t } = useTranslation();
  const { actions } = useOperator();
  const mayChange = actions.includes('change_slots');
  const slotRules = useSlotRules();
  const { edited, planned, done } = slotRules;
  const rules = slotRules.rules.data;
  return (
    <Screen title={t('office.slots.title')}>
      <p role="status" className={done?.state ? 'calm' : 'unseen'}>
        {done?.state ? t(`rates.done.${done.state}`) : ''}
      </p>
      <SlotTable mayChange={mayChange} />
      <div className="slots-grid">
        <div className="column-facts">
          {slotRules.rules.isError && rules === undefined ? (
            <Problem error={slotRules.rules.error} retry={() => void slotRules.rules.refetch()} />
          ) : null}
          {rules === undefined ? null : (
            <SlotRuleList
              rules={rules.known}
              actions={mayChange ? { onEdit: slotRules.edit, onRemove: (rule) => slotRules.plan(removal(rule)) } : undefined}
            />
          )}
          {rules === undefined || !mayChange ? null : (
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
        {mayChange ? (
          <div className="column-actions">
            <SlotForm systems={rules?.systems ?? []} />
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
    </Screen>
  );
}
