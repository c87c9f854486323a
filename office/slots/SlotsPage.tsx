import { Problem } from '#office/components/Problem.tsx';
import { Screen } from '#office/components/Screen.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ChangeDialog } from '#office/changes/ChangeDialog.tsx';
import { removal } from './rule-draft.ts';
import { SlotForm } from './SlotForm.tsx';
import { SlotRuleForm } from './SlotRuleForm.tsx';
import { SlotRuleList } from './SlotRuleList.tsx';
import { SlotTable } from './SlotTable.tsx';
import { useSlotRules } from './use-slot-rules.ts';

/** Slots that are open or held, publishing by hand, and the rules that keep some open. */
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
              deeds={mayChange ? { onEdit: slotRules.edit, onRemove: (rule) => slotRules.plan(removal(rule)) } : undefined}
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
