import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePreservedTexts } from '#web/form/use-preserved-texts.ts';
import type { Order } from './order.ts';
import { RequisiteInputs } from '#web/requisites/RequisiteInputs.tsx';
import type { OrderActions } from './use-order-actions.ts';

export interface RefundFormProps {
  readonly order: Order;
  readonly actions: OrderActions;
  /** Label of the button. */
  readonly label: string;
}

/** Requests a refund; asks for a destination where it is unknown (crypto has no sender to return to). */
export function RefundForm({ order, actions, label }: RefundFormProps) {
  const { t } = useTranslation();
  const [values, setValues] = usePreservedTexts(`refund:${order.id}`);
  const [noMemo, setNoMemo] = useState(false);
  const failure = actions.failure?.action === 'request_refund' ? actions.failure : null;
  const fields = order.refund_fields;
  const isAtField = failure !== null && fields.some((field) => failure.fields[field.key] !== undefined);
  return (
    <CheckedForm
      method="post"
      className="grid grid-cols-1 content-start gap-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        actions.requestRefund({ refund_requisites: values, no_memo: noMemo });
      }}
    >
      {fields.length === 0 ? null : <p className="text-sm leading-6 text-muted">{t('order.refund.where')}</p>}
      <RequisiteInputs
        fields={fields}
        values={values}
        onChange={setValues}
        noMemo={noMemo}
        onNoMemo={setNoMemo}
        errors={failure?.fields ?? {}}
      />
      <Button type="submit" name="press" value="request_refund" aria-disabled={actions.busy !== null}>
        {label}
      </Button>
      {failure === null || isAtField ? null : (
        <Notice tone="loss" role="alert">
          {failure.message}
        </Notice>
      )}
    </CheckedForm>
  );
}
