import { CheckField } from '#ui/CheckField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { fieldsOf, pathOf, type OrderForm } from './order-form.ts';
import type { Side, System } from './systems.ts';

type Field = System['income_fields'][number];

/** How a keyboard and an autofill should meet each kind of field. */
const TYPING: Readonly<Record<Field['kind'], { inputMode?: 'numeric' | 'tel' | 'email' | 'text'; autoComplete: string }>> = {
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

export interface RequisiteFieldsProps {
  readonly side: Side;
  readonly system: System;
  readonly form: OrderForm;
}

/** Draws the requisites of any payment system from their description: a new system needs a row, not a form. */
export function RequisiteFields({ side, system, form }: RequisiteFieldsProps) {
  const { t } = useWords();
  const { typed, errors } = form;
  return fieldsOf(system, side).map((field) => {
    const path = pathOf(side, field.key);
    const isAbsent = field.may_be_absent && side === 'outcome' && typed.noMemo;
    return (
      <div key={path}>
        <TextField
          name={path}
          label={field.required || field.may_be_absent ? field.label : t('web.form.optional', { label: field.label })}
          hint={field.example === null ? undefined : t('web.form.example', { example: field.example })}
          error={errors[path]}
          value={isAbsent ? '' : (typed[side][field.key] ?? '')}
          disabled={isAbsent}
          maxLength={200}
          spellCheck={false}
          {...TYPING[field.kind]}
          onChange={(event) => form.changeRequisite(side, field.key, event.target.value)}
          onBlur={() => form.checkField(path)}
        />
        {field.may_be_absent && side === 'outcome' ? (
          <CheckField
            className="mt-2"
            name="no_memo"
            label={t('web.form.no_memo')}
            checked={typed.noMemo}
            onChange={(event) => form.change({ noMemo: event.target.checked })}
          />
        ) : null}
      </div>
    );
  });
}
