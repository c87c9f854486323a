import { useId } from 'react';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ChequeUpload } from '#web/order/ChequeUpload.tsx';
import { usePreservedTexts } from '#web/form/use-preserved-texts.ts';
import { Requisites } from './Requisites.tsx';
import type { StateProps } from './state-props.ts';

/** Requisites to pay to, and the button "I have paid". */
export function AwaitingPayment(props: StateProps) {
  const { t } = useTranslation();
  const { order, requisitesState, sides, actions, mode } = props;
  return (
    <div className="grid gap-6">
      <Requisites requisitesState={requisitesState} sides={sides} />
      {order.received_by_people ? <Notice>{t('order.people_receive')}</Notice> : null}
      {order.needs_review ? <Notice>{t('order.needs_review')}</Notice> : null}
      {mode === 'demo' && requisitesState.requisites?.kind === 'requisites' && !order.received_by_people ? (
        <TestBank orderId={order.id} />
      ) : null}
      {order.allowed_actions.includes('confirm_payment') ? <ClaimForm {...props} /> : null}
      {order.allowed_actions.includes('send_cheque') ? <ChequeUpload order={order} actions={actions} /> : null}
    </div>
  );
}

/** Demo mode: link to the test bank. */
export function TestBank({ orderId }: { readonly orderId: string }) {
  const { t, locale } = useTranslation();
  return (
    <div className="rounded-tray border border-dashed border-time p-4 print:hidden">
      <p className="mb-3 text-sm leading-6">{t('order.test_bank_text')}</p>
      <a href={`/sandbox/pay/${encodeURIComponent(orderId)}?lang=${locale}`} className={buttonLook('plain')}>
        {t('order.test_bank')}
      </a>
    </div>
  );
}

/** The button "I have paid". A claim never counts as money (domain T7). A number is asked only where it helps to find the payment. */
function ClaimForm({ order, actions, requisitesState }: StateProps) {
  const { t } = useTranslation();
  const [texts, setTexts] = usePreservedTexts(`claim:${order.id}`);
  const id = useId();
  const field = order.claim_field;
  const value = field === null ? '' : (texts[field] ?? '');
  const paysOnProviderPage = requisitesState.requisites !== null && requisitesState.requisites.kind !== 'requisites';
  const failure = actions.failure?.action === 'confirm_payment' ? actions.failure.message : undefined;
  return (
    <CheckedForm
      method="post"
      aria-labelledby={`${id}-title`}
      className="grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        const text = value.trim();
        actions.claimPayment(field === null || text === '' ? {} : { [field]: text });
      }}
    >
      <h2 id={`${id}-title`} className="sr-only">
        {t('order.claim_payment')}
      </h2>
      {field === null ? null : (
        <TextField
          name={field}
          label={t(`order.claim.${field}`)}
          hint={t(`order.claim.${field}_hint`)}
          error={failure}
          value={value}
          maxLength={field === 'invoice_id' ? 100 : 120}
          autoComplete="off"
          onChange={(event) => setTexts({ [field]: event.target.value })}
        />
      )}
      <Button
        type="submit"
        name="press"
        value="confirm_payment"
        tone={paysOnProviderPage ? 'plain' : 'action'}
        className="w-full"
        aria-disabled={actions.busy !== null}
      >
        {actions.busy === 'confirm_payment' ? t('order.claiming') : t('order.claim_payment')}
      </Button>
      {failure === undefined || field !== null ? null : (
        <Notice tone="loss" role="alert">
          {failure}
        </Notice>
      )}
    </CheckedForm>
  );
}
