import { useEffect, useState } from 'react';
import { CheckField } from '#ui/CheckField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { whenIdle } from '#web/loading/when-idle.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type * as FieldTools from './field-tools.tsx';
import { fieldsOf, pathOf } from './fields.ts';
import type { RequisiteField, RequisiteFieldsProps } from './requisite-field.ts';

/** Keyboard and autofill hints by kind of field. */
const INPUT_ATTRIBUTES: Readonly<
  Record<RequisiteField['kind'], { inputMode?: 'numeric' | 'tel' | 'email' | 'text'; autoComplete: string }>
> = {
  card: { inputMode: 'numeric', autoComplete: 'off' },
  bank_account: { inputMode: 'numeric', autoComplete: 'off' },
  iban: { autoComplete: 'off' },
  phone: { inputMode: 'tel', autoComplete: 'tel' },
  email: { inputMode: 'email', autoComplete: 'email' },
  wallet: { autoComplete: 'off' },
  memo: { autoComplete: 'off' },
  full_name: { autoComplete: 'name' },
  invoice_id: { autoComplete: 'off' },
  text: { autoComplete: 'off' },
};

/** Parsing of addresses and buttons of the fields, loaded after the page. Until then the input is not parsed and only the API checks it. */
type Tools = typeof FieldTools;

function useTools(): Tools | null {
  const [tools, setTools] = useState<Tools | null>(null);
  useEffect(() => {
    const load = async () => setTools(await import('./field-tools.tsx'));
    return whenIdle(() => void load().catch(() => undefined));
  }, []);
  return tools;
}

/** Requisite fields of a payment system, from its description. */
export function RequisiteFields(props: RequisiteFieldsProps) {
  const { side, system, form } = props;
  const { t } = useTranslation();
  const { details, errors } = form;
  const tools = useTools();
  const fields = form.selectedWallet(side, system) === undefined ? fieldsOf(system, side) : [];
  return fields.map((field) => {
    const path = pathOf(side, field.key);
    const isAbsent = field.may_be_absent && side === 'outcome' && details.noMemo;
    const input = { ...props, field };
    return (
      <div key={path}>
        <TextField
          name={path}
          label={field.required || field.may_be_absent ? field.label : t('shell.field.optional', { label: field.label })}
          hint={field.example === null ? undefined : t('shell.field.example', { example: field.example })}
          error={errors[path]}
          value={isAbsent ? '' : (details[side][field.key] ?? '')}
          disabled={isAbsent}
          maxLength={200}
          spellCheck={false}
          {...INPUT_ATTRIBUTES[field.kind]}
          onChange={({ target: { value } }) =>
            tools === null ? form.changeRequisite(side, field.key, value) : tools.applyInput(input, value)
          }
          onBlur={() => form.checkField(path)}
          inside={tools !== null && !isAbsent && <tools.FieldButtons {...input} />}
        />
        {tools === null ? null : <tools.NetworkSwitch {...input} />}
        {field.may_be_absent && side === 'outcome' ? (
          <CheckField
            className="mt-2"
            name="no_memo"
            label={t('shell.field.no_memo')}
            checked={details.noMemo}
            onChange={(event) => form.change({ noMemo: event.target.checked })}
          />
        ) : null}
      </div>
    );
  });
}
