import { useId } from 'react';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ChequeUpload } from '#web/order/ChequeUpload.tsx';
import { usePreservedTexts } from '#web/form/use-preserved-texts.ts';
import { Requisites } from './Requisites.tsx';
import type { StateProps } from './state-props.ts';

/** Requisites to pay to, and the button "I've paid". */
export function AwaitingPayment(props: StateProps) {
  const { t } = useTranslation();
  const { order, requisitesState, sides, actions, mode } = props;
  return (
    <div className="grid gap-6">
      <Requisites requisitesState={requisitesState} sides={sides} />
      {order.received_by_people ? <Notice>{t('order.people_receive')}</Notice> : null}
      {order.needs_review ? (
        <Notice>{t('order.needs_review', { time: t('shell.time.up_to', { count: order.eta_minutes }) })}</Notice>
      ) : null}
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

/** Form of the button "I've paid"; `ClaimBar` submits it too. */
const CLAIM_FORM = 'claim-payment';

/** Below its bar the form's own button is hidden. */
const HIDDEN_BESIDE_BAR = 'max-md:[@media(height>=26rem)]:hidden';

const claimLabelKey = ({ busy }: StateProps['actions']): string => (busy === 'confirm_payment' ? 'order.claiming' : 'order.claim_payment');

/** The customer pays on the provider's page, which reports the payment itself. */
const isPaidElsewhere = ({ requisites }: StateProps['requisitesState']): boolean => requisites !== null && requisites.kind !== 'requisites';

/**
 * The button "I've paid" at the lower edge of a phone's screen. Its own place is the end of the page, so it covers no line. At 400 %
 * zoom the form's own button is shown instead.
 */
export function ClaimBar({ order, sides, actions, requisitesState }: Pick<StateProps, 'order' | 'sides' | 'actions' | 'requisitesState'>) {
  const { t, locale } = useTranslation();
  if (order.status !== 'awaiting_payment' || !order.allowed_actions.includes('confirm_payment') || isPaidElsewhere(requisitesState))
    return null;
  return (
    <div className="at-hand -mx-4 mt-8 -mb-16 flex items-center gap-3 border-t border-line bg-paper px-4 pt-2 sm:-mx-6 sm:px-6 md:hidden [@media(height<26rem)]:hidden print:hidden">
      <p className="figures min-w-0 flex-1 text-sm leading-5">
        <span className="block text-muted">{t('order.pay_exactly')}</span>
        <strong className="text-base">
          {formatMoney(requisitesState.requisites?.amount ?? order.income_amount, sides.income, locale)}
        </strong>
      </p>
      <Button
        type="submit"
        form={CLAIM_FORM}
        name="press"
        value="confirm_payment"
        tone="action"
        className="whitespace-nowrap"
        aria-disabled={actions.busy !== null}
      >
        {t(claimLabelKey(actions))}
      </Button>
    </div>
  );
}

/** The button "I've paid". A claim never counts as money (domain T7). A number is asked only where it helps to find the payment. */
function ClaimForm({ order, actions, requisitesState }: StateProps) {
  const { t } = useTranslation();
  const [texts, setTexts] = usePreservedTexts(`claim:${order.id}`);
  const id = useId();
  const field = order.claim_field;
  const value = field === null ? '' : (texts[field] ?? '');
  const paysElsewhere = isPaidElsewhere(requisitesState);
  const failure = actions.failure?.action === 'confirm_payment' ? actions.failure.message : undefined;
  return (
    <CheckedForm
      id={CLAIM_FORM}
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
        tone={paysElsewhere ? 'plain' : 'action'}
        className={`w-full ${paysElsewhere ? '' : HIDDEN_BESIDE_BAR}`}
        aria-disabled={actions.busy !== null}
      >
        {t(claimLabelKey(actions))}
      </Button>
      {failure === undefined || field !== null ? null : (
        <Notice tone="loss" role="alert">
          {failure}
        </Notice>
      )}
    </CheckedForm>
  );
}
