import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { useKeptTexts } from '#web/shell/use-kept-texts.ts';
import type { Order } from './order.ts';
import type { OrderActions } from './use-order-actions.ts';

export interface RefundFormProps {
  readonly order: Order;
  readonly actions: OrderActions;
  /** What the button says. */
  readonly label: string;
}

/** Asks for the money back; where it is not known where to, first for that (crypto has no sender to return to). */
export function RefundForm({ order, actions, label }: RefundFormProps) {
  const { t } = useWords();
  const [values, setValues] = useKeptTexts(`refund:${order.id}`);
  const [noMemo, setNoMemo] = useState(false);
  const failure = actions.failure?.action === 'request_refund' ? actions.failure : null;
  const fields = order.refund_fields;
  const isAtField = failure !== null && fields.some((field) => failure.fields[field.key] !== undefined);
  return (
    <form
      noValidate
      className="grid grid-cols-1 content-start gap-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        actions.requestRefund({ refund_requisites: values, no_memo: noMemo });
      }}
    >
      {fields.length === 0 ? null : <p className="text-sm leading-6 text-muted">{t('order.refund.where')}</p>}
      {fields.map((field) => (
        <div key={field.key}>
          <TextField
            name={field.key}
            label={field.required || field.may_be_absent ? field.label : t('shell.field.optional', { label: field.label })}
            hint={field.example === null ? undefined : t('shell.field.example', { example: field.example })}
            error={failure?.fields[field.key]}
            value={field.may_be_absent && noMemo ? '' : (values[field.key] ?? '')}
            disabled={field.may_be_absent && noMemo}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setValues({ ...values, [field.key]: event.target.value })}
          />
          {field.may_be_absent ? (
            <CheckField
              className="mt-2"
              name="no_memo"
              label={t('shell.field.no_memo')}
              checked={noMemo}
              onChange={(event) => setNoMemo(event.target.checked)}
            />
          ) : null}
        </div>
      ))}
      <Button type="submit" aria-disabled={actions.busy !== null}>
        {label}
      </Button>
      {failure === null || isAtField ? null : (
        <Notice tone="loss" role="alert">
          {failure.message}
        </Notice>
      )}
    </form>
  );
}
