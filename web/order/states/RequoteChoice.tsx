import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { RefundForm } from '#web/order/late-refund-form.ts';
import { formatMoney } from '#core/format/amount.ts';
import type { StateProps } from './state-props.ts';
import { useId, type ReactNode, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import { formatTimeLeft, formatTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import type { RequoteOptionAttributes } from '#contract/public/requote-attributes.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTimeLeft } from '#web/order/Countdown.tsx';
import { TestBank } from './AwaitingPayment.tsx';
import { Requisites } from './Requisites.tsx';

/** The received amount or the rate differs from the agreement: all options with their numbers, the agreed one first (domain 5). */
export function RequoteChoice(props: StateProps) {
  const { order, sides, actions } = props;
  const { t, locale } = useTranslation();
  const { requote } = order;
  if (requote === null) return null;
  const failure = actions.failure?.action === 'accept_requote' ? actions.failure.message : null;
  const canRefund = order.allowed_actions.includes('request_refund');
  return (
    <div className="grid grid-cols-1 gap-5">
      <ol className="grid grid-cols-1 gap-4" aria-label={t('order.requote.choices')}>
        {requote.options.map((option, index) => {
          const optionProps = { option, rank: index === 0 ? ('first' as const) : ('other' as const) };
          if (option.choice === 'top_up') return <TopUp key={option.choice} {...props} {...optionProps} />;
          if (option.choice !== 'refund') return <RequoteOption key={option.choice} {...props} {...optionProps} />;
          return canRefund ? (
            <RequoteOption key={option.choice} {...props} {...optionProps}>
              <RefundForm
                order={order}
                actions={actions}
                label={t('order.requote.refund', { amount: formatMoney(option.refund_amount, sides.income, locale) })}
              />
            </RequoteOption>
          ) : null;
        })}
      </ol>
      {failure === null ? null : (
        <Notice tone="loss" role="alert">
          {failure}
        </Notice>
      )}
    </div>
  );
}

interface OptionProps extends StateProps {
  readonly option: RequoteOptionAttributes;
  readonly rank: 'first' | 'other';
  /** Replaces the plain button. */
  readonly children?: ReactNode;
}

/** One option of a requote: amounts exchanged, received and refunded, and how long they are valid. */
function RequoteOption({ order, sides, actions, readAt, option, rank, children }: OptionProps) {
  const { t, locale } = useTranslation();
  const id = useId();
  const { income, outcome } = sides;
  const {
    choice,
    income_amount: incomeAmount,
    outcome_amount: outcomeAmount,
    refund_amount: refundAmount,
    missing_amount: missingAmount,
    rate,
  } = option;
  const amountRow = (name: string, value: string | null) => (value === null ? [] : [{ name: t(`order.requote.${name}`), value }]);
  const isExchange = choice !== 'refund';
  const codes = { income: income.currency_iso_code, outcome: outcome.currency_iso_code };
  const rows = [
    ...amountRow('pay_more', missingAmount === null ? null : formatMoney(missingAmount, income, locale)),
    ...amountRow('exchanged', isExchange ? formatMoney(incomeAmount, income, locale) : null),
    ...amountRow('offer', isExchange ? formatMoney(outcomeAmount, outcome, locale) : null),
    ...amountRow('rate', isExchange && rate !== null ? formatRate(rate, codes, locale) : null),
    ...amountRow('back', /[1-9]/.test(refundAmount) ? formatMoney(refundAmount, income, locale) : null),
  ];
  return (
    <li
      aria-labelledby={`${id}-title`}
      className={`grid grid-cols-1 gap-3 rounded-tray border p-4 ${rank === 'first' ? 'border-action' : 'border-line'}`}
    >
      <h2 id={`${id}-title`} className="text-base leading-6 font-semibold text-balance">
        {t(`order.requote.choice_${choice}`)}
      </h2>
      <SlipRows rows={rows} />
      {choice === 'as_agreed' && order.refund_fields.length > 0 ? (
        <p className="text-sm leading-6 text-muted">{t('order.requote.back_where')}</p>
      ) : null}
      {option.expires_at === order.expires_at ? null : <OfferTimeLeft order={order} readAt={readAt} until={option.expires_at} />}
      {children ?? (
        <CheckedForm
          method="post"
          className="grid print:hidden"
          onSubmit={(event) => {
            event.preventDefault();
            actions.acceptRequote(option);
          }}
        >
          <input type="hidden" name="choice" value={choice} />
          <input type="hidden" name="outcome_amount" value={outcomeAmount} />
          <Button
            type="submit"
            name="press"
            value="accept_requote"
            tone={rank === 'first' ? 'action' : 'plain'}
            aria-disabled={actions.busy !== null}
          >
            {t('order.requote.accept', { amount: formatMoney(outcomeAmount, outcome, locale) })}
          </Button>
        </CheckedForm>
      )}
    </li>
  );
}

/** Time left of the offer. New values arrive after it; the old ones can still be accepted unless the new ones are worse. */
function OfferTimeLeft({ order, readAt, until }: Pick<StateProps, 'order' | 'readAt'> & { readonly until: string }) {
  const { t, locale } = useTranslation();
  const remainingMs = useTimeLeft(until, { order, readAt });
  if (remainingMs === null) return null;
  return (
    <p className="figures text-sm leading-6 text-muted">
      <span className="noscript:hidden">
        {remainingMs > 0 ? t('order.requote.holds', { left: formatTimeLeft(remainingMs) }) : t('order.requote.renewing')}
      </span>
      {/* No countdown without scripts */}
      <span className="hidden noscript:inline">{t('order.requote.holds_until', { at: formatTime(until, locale) })}</span>
    </p>
  );
}

/** Pays the missing amount: requisites, amount, and until when the agreed rate is locked. */
function TopUp(props: OptionProps) {
  const { order, requisitesState, sides, mode, option, rank } = props;
  const { t, locale } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const missingAmount = option.missing_amount ?? '0';
  return (
    <RequoteOption {...props}>
      {isOpen ? null : (
        <Button tone={rank === 'first' ? 'action' : 'plain'} className="w-full noscript:hidden print:hidden" onClick={() => setOpen(true)}>
          {t('order.requote.top_up', { amount: formatMoney(missingAmount, sides.income, locale) })}
        </Button>
      )}
      {/* Always open without scripts */}
      <div className={`grid-cols-1 gap-4 ${isOpen ? 'grid' : 'hidden noscript:grid'}`}>
        <Requisites requisitesState={requisitesState} sides={sides} missingAmount={missingAmount} />
        {mode === 'demo' && requisitesState.requisites?.kind === 'requisites' ? <TestBank orderId={order.id} /> : null}
        <p className="text-sm leading-6 text-muted">{t('order.requote.top_up_next')}</p>
      </div>
    </RequoteOption>
  );
}
