import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { officeListPaymentSystems } from '#contract/office/catalogue/payment-systems.ts';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { SectionForm, useSection } from '#office/opening/SectionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

type Rule = SettingsOf<'refunds'>['rules'][number];

const NEW_RULE: Rule = { payment_system_id: null, network: false, fixed: '0', percent: '0', cap_percent: '10' };
const TEXTS = ['percent', 'fixed', 'cap_percent'] as const;

interface RuleRowProps {
  readonly rule: Rule;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly index: number;
  readonly onChange: (rule: Rule) => void;
  readonly onRemove: () => void;
}

/** One rule: for one payment system, or for all without one. */
function RuleRow({ rule, index, choices, onChange, onRemove }: RuleRowProps) {
  const { t } = useTranslation();
  const isForAll = rule.payment_system_id === null;
  return (
    <fieldset className="refund-rule">
      <NativeSelect
        label={t('office_opening.settings.refund.system')}
        value={rule.payment_system_id ?? ''}
        data={[{ value: '', label: t('office_opening.settings.refund.all') }, ...choices]}
        field={`rules/${index}/payment_system_id`}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...rule, payment_system_id: value === '' ? null : value, fixed: value === '' ? '0' : rule.fixed })
        }
      />
      {TEXTS.filter((name) => name !== 'fixed' || !isForAll).map((name) => (
        <TextInput
          key={name}
          label={t(`office_opening.settings.refund.${name}`)}
          inputMode="decimal"
          autoComplete="off"
          value={rule[name]}
          field={`rules/${index}/${name}`}
          onChange={(event) => onChange({ ...rule, [name]: event.currentTarget.value.replace(',', '.').trim() })}
        />
      ))}
      <Checkbox
        label={t('office_opening.settings.refund.network')}
        checked={rule.network}
        onChange={(event) => onChange({ ...rule, network: event.currentTarget.checked })}
      />
      <Button type="button" size="compact-sm" variant="subtle" onClick={onRemove}>
        {t('office_opening.settings.refund.remove')}
      </Button>
    </fieldset>
  );
}

/** Refund fees where a direction has no rule of its own. */
export function RefundsForm() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const section = useSection<SettingsOf<'refunds'>>({
    name: 'refunds',
    read: async (signal) => (await api(SETTINGS_CALLS.refunds.read, { signal })).data.attributes,
    save: async (body, call) => (await call(SETTINGS_CALLS.refunds.save, { body })).data.attributes,
  });
  const systems = useQuery({
    queryKey: [...keys.catalogue(), 'systems', 'names', locale],
    queryFn: ({ signal }) => api(officeListPaymentSystems, { signal }),
  });
  const { value, change } = section;
  if (value === undefined) return null;
  const { rules } = value;
  const replaceRule = (at: number, rule: Rule) => change({ rules: rules.map((other, i) => (i === at ? rule : other)) });
  const isTaken = (code: string | null, exceptIndex?: number) =>
    rules.some((other, i) => i !== exceptIndex && other.payment_system_id === code);
  const named = (systems.data?.data ?? []).map(({ id, attributes }) => ({ value: id, label: `${attributes.name} (${id})` }));
  const firstFreeCode = [null, ...named.map((choice) => choice.value)].find((code) => !isTaken(code));
  return (
    <SectionForm label={t('office_opening.settings.refunds')} section={section}>
      {rules.length === 0 ? <p className="dim">{t('office_opening.settings.refund.none')}</p> : null}
      {rules.map((rule, i) => (
        <RuleRow
          key={i}
          rule={rule}
          choices={named.filter((choice) => !isTaken(choice.value, i))}
          index={i}
          onChange={(changed) => replaceRule(i, changed)}
          onRemove={() => change({ rules: rules.filter((_, at) => at !== i) })}
        />
      ))}
      {firstFreeCode === undefined ? null : (
        <Button
          type="button"
          size="compact-sm"
          variant="default"
          className="start"
          onClick={() => change({ rules: [...rules, { ...NEW_RULE, payment_system_id: firstFreeCode }] })}
        >
          {t('office_opening.settings.refund.add')}
        </Button>
      )}
    </SectionForm>
  );
}
