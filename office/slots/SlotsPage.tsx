import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeListSlotRules } from '#contract/office/catalogue/slot-rules.ts';
import { officePublishSlot } from '#contract/office/catalogue/slots.ts';
import { parseAmount } from '#core/money/amount.ts';
import { SLOT_KINDS, type SlotKind } from '#core/slots/slot.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { ChangeDialog, SubmittedNotice, usePlannedChange } from '#office/changes/ChangeDialog.tsx';
import { Problem, Screen } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { NativeSelect, Select, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { wholeNumber } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { SlotRuleForm, SlotRuleList } from './SlotRules.tsx';
import { SlotTable } from './SlotTable.tsx';
import { removal, type StoredRule } from './rule-draft.ts';

/** The body of the call, as text. */
interface SlotDraft {
  readonly income_payment_system_id: string | null;
  readonly outcome_payment_system_id: string | null;
  readonly kind: SlotKind;
  readonly outcome_amount: string;
  readonly min_outcome_amount: string;
  readonly max_outcome_amount: string;
  /** Percent. */
  readonly premium_ppm: string;
  readonly eta_minutes: string;
}

const NO_AMOUNTS = { outcome_amount: '', min_outcome_amount: '', max_outcome_amount: '' };
const NEW_SLOT: SlotDraft = {
  income_payment_system_id: null,
  outcome_payment_system_id: null,
  kind: 'express',
  ...NO_AMOUNTS,
  premium_ppm: '0',
  eta_minutes: '5',
};
/** A percentage with four decimals, in minor units, is parts per million. */
const PERCENT = { scale: 4, precision: 4 } as const;
const MINUTES_PER_DAY = 1440;

/** -1 where the text is no percentage: the server refuses it at its field. */
function premiumOf(text: string): number {
  const parsed = parseAmount(text, PERCENT);
  return parsed.ok ? Number(parsed.minor) : -1;
}

const bodyOf = ({ kind, outcome_amount, min_outcome_amount, max_outcome_amount, ...draft }: SlotDraft) => ({
  income_payment_system_id: draft.income_payment_system_id ?? '',
  outcome_payment_system_id: draft.outcome_payment_system_id ?? '',
  kind,
  premium_ppm: premiumOf(draft.premium_ppm),
  // 0 where the text is no number of minutes: the server refuses it at its field
  eta_minutes: wholeNumber(draft.eta_minutes, MINUTES_PER_DAY) ?? 0,
  ...(kind === 'express' ? { outcome_amount } : { min_outcome_amount, max_outcome_amount }),
});

/** Publishes a slot by hand: an exact amount, or a range. */
function SlotForm({ systems }: { readonly systems: readonly { readonly code: string; readonly name: string }[] }) {
  const { t } = useTranslation();
  const form = useFields(NEW_SLOT);
  const publish = useCommand(officePublishSlot, { after: [keys.slots()], onDone: () => form.set(NO_AMOUNTS) });
  const { kind } = form.values;
  const codes = systems.map(({ code }) => code);
  const data = systems.map(({ code, name }) => ({ value: code, label: `${name} · ${code}` }));
  const text = { required: true, autoComplete: 'off' } as const;
  return (
    <CheckedForm
      className="sheet stack"
      command={publish}
      onSubmit={() => publish.run({ body: bodyOf(form.values) })}
      aria-labelledby="slot-title"
    >
      <h2 id="slot-title">{t('office.slots.form')}</h2>
      <Select {...form.option('income_payment_system_id', codes)} label={t('office.slots.income')} searchable required data={data} />
      <Select {...form.option('outcome_payment_system_id', codes)} label={t('office.slots.outcome')} searchable required data={data} />
      <NativeSelect
        {...form.nativeOption('kind', SLOT_KINDS)}
        label={t('office.slots.kind')}
        data={SLOT_KINDS.map((value) => ({ value, label: t(`office.slots.kinds.${value}`) }))}
      />
      {kind === 'express' ? (
        <TextInput {...form.text('outcome_amount')} {...text} label={t('office.slots.exact')} />
      ) : (
        <>
          <TextInput {...form.text('min_outcome_amount')} {...text} label={t('office.slots.min')} />
          <TextInput {...form.text('max_outcome_amount')} {...text} label={t('office.slots.max')} />
        </>
      )}
      <TextInput {...form.text('premium_ppm')} {...text} label={t('office.slots.premium')} />
      <TextInput {...form.text('eta_minutes')} {...text} label={t('office.slots.minutes')} />
      <FormProblem />
      <Button type="submit" loading={publish.isPending}>
        {t('office.slots.publish')}
      </Button>
    </CheckedForm>
  );
}

function useSlotRules() {
  const api = useApi();
  return useQuery({
    queryKey: [...keys.slots(), 'rules'],
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeListSlotRules, { signal });
      return { rules: data, systems: officeListSlotRules.reply.meta.parse(meta).payment_systems };
    },
    refetchInterval: 5_000,
  });
}

/** Slots, publishing by hand, and the rules that keep slots open. */
export function SlotsPage() {
  const { t } = useTranslation();
  const mayChange = useOperator().actions.includes('change_slots');
  const slotRules = useSlotRules();
  const stored = slotRules.data;
  const change = usePlannedChange(keys.slots());
  const [edited, setEdited] = useState<StoredRule>();
  const edit = (rule: StoredRule | undefined) => {
    change.setRefusal(null);
    setEdited(rule);
  };
  return (
    <Screen title={t('office.slots.title')}>
      <SubmittedNotice state={change.submittedState} />
      <SlotTable mayChange={mayChange} />
      <div className="slots-grid">
        <div className="column-facts">
          {slotRules.isError && stored === undefined ? <Problem error={slotRules.error} retry={() => void slotRules.refetch()} /> : null}
          {stored === undefined ? null : (
            <SlotRuleList
              rules={stored.rules}
              actions={mayChange ? { onEdit: edit, onRemove: (rule) => change.plan(removal(rule)) } : undefined}
            />
          )}
          {stored === undefined || !mayChange ? null : (
            <SlotRuleForm
              key={`${edited?.id ?? ''} ${change.submittedCount}`}
              systems={stored.systems}
              before={edited}
              refusal={change.refusal}
              onPlan={change.plan}
              onCancel={() => edit(undefined)}
            />
          )}
        </div>
        {mayChange ? (
          <div className="column-actions">
            <SlotForm systems={stored?.systems ?? []} />
          </div>
        ) : null}
      </div>
      {change.planned === undefined ? null : (
        <ChangeDialog
          planned={{ items: [change.planned] }}
          title={t(change.planned.after === null ? 'rates.slot_rule.about_to_remove' : 'rates.slot_rule.about_to')}
          onDone={(state) => {
            setEdited(undefined);
            change.finish(state);
          }}
          onClose={change.close}
          onRefused={change.setRefusal}
        />
      )}
    </Screen>
  );
}
