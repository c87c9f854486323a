import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import { CheckField } from '#ui/CheckField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

export interface RequisiteInputsProps {
  readonly fields: OrderAttributes['refund_fields'];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly noMemo: boolean;
  readonly onNoMemo: (noMemo: boolean) => void;
  /** Refusals by field. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Requisite fields of the destination of a refund, a withdrawal or a corrected payout. */
export function RequisiteInputs({ fields, values, onChange, noMemo, onNoMemo, errors }: RequisiteInputsProps) {
  const { t } = useTranslation();
  return fields.map((field) => (
    <div key={field.key}>
      <TextField
        name={field.key}
        label={field.required || field.may_be_absent ? field.label : t('shell.field.optional', { label: field.label })}
        hint={field.example === null ? undefined : t('shell.field.example', { example: field.example })}
        error={errors[field.key]}
        value={field.may_be_absent && noMemo ? '' : (values[field.key] ?? '')}
        disabled={field.may_be_absent && noMemo}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange({ ...values, [field.key]: event.target.value })}
      />
      {field.may_be_absent ? (
        <CheckField
          className="mt-2"
          name="no_memo"
          label={t('shell.field.no_memo')}
          checked={noMemo}
          onChange={(event) => onNoMemo(event.target.checked)}
        />
      ) : null}
    </div>
  ));
}
