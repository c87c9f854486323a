import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePreservedTexts } from '#web/form/use-preserved-texts.ts';
import type { Order } from './order.ts';
import { RequisiteInputs } from '#web/requisites/RequisiteInputs.tsx';
import { useDestinationKey } from './use-destination-key.ts';
import type { OrderActions } from './use-order-actions.ts';

export interface DestinationFormProps {
  readonly order: Order;
  readonly actions: OrderActions;
}

/** Asks for another destination after a payout failed because of its destination. Needs the key from the e-mail; without it the form refers to the e-mail. */
export function DestinationForm({ order, actions }: DestinationFormProps) {
  const { t } = useTranslation();
  const key = useDestinationKey(order.id);
  const [values, setValues] = usePreservedTexts(`destination:${order.id}`);
  const [noMemo, setNoMemo] = useState(false);
  const [confirmsLookalike, setConfirms] = useState(false);
  const request = order.destination_request;
  if (request === null) return null;
  if (request.state === 'given') return <Notice>{t('order.destination.given')}</Notice>;
  if (key === null) return <Notice tone="time">{t('order.destination.by_mail', { email: order.email_masked })}</Notice>;
  const failure = actions.failure?.action === 'give_destination' ? actions.failure : null;
  const isAtField = failure !== null && request.fields.some((field) => failure.fields[field.key] !== undefined);
  return (
    <CheckedForm
      className="grid grid-cols-1 content-start gap-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        actions.giveDestination({ key, requisites: values, no_memo: noMemo, confirm_lookalike: confirmsLookalike });
      }}
    >
      <p className="text-sm leading-6 text-muted">{t('order.destination.where')}</p>
      <RequisiteInputs
        fields={request.fields}
        values={values}
        onChange={(next) => {
          // The confirmation belonged to the previous values
          setConfirms(false);
          setValues(next);
        }}
        noMemo={noMemo}
        onNoMemo={setNoMemo}
        errors={failure?.fields ?? {}}
      />
      <p className="text-sm leading-6">{t('order.destination.check')}</p>
      {failure?.codes.includes('lookalike') === true || confirmsLookalike ? (
        <CheckField
          label={t('order.destination.confirm_lookalike')}
          checked={confirmsLookalike}
          onChange={(event) => setConfirms(event.target.checked)}
        />
      ) : null}
      <Button type="submit" tone="action" aria-disabled={actions.busy !== null}>
        {t('order.destination.send')}
      </Button>
      {failure === null || isAtField ? null : (
        <Notice tone="loss" role="alert">
          {failure.message}
        </Notice>
      )}
    </CheckedForm>
  );
}
