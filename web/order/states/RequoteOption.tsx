import { useId, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatTimeLeft, formatTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import type { RequoteOptionAttributes } from '#contract/public/requote-attributes.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useTimeLeft } from '#web/order/use-time-left.ts';
import type { StateProps } from './state.ts';

export interface OptionProps extends StateProps {
  readonly option: RequoteOptionAttributes;
  readonly rank: 'first' | 'other';
  /** Replaces the plain button. */
  readonly children?: ReactNode;
}

/** One option of a requote: amounts exchanged, received and refunded, and how long they are valid. */
export function RequoteOption({ order, sides, actions, readAt, option, rank, children }: OptionProps) {
  const { t, locale } = useTranslation();
  const id = useId();
  const { income, outcome } = sides;
  const { choice, income_amount: exchanged, outcome_amount: gets, refund_amount: back, missing_amount: missing, rate } = option;
  const line = (name: string, value: string | null) => (value === null ? [] : [{ name: t(`order.requote.${name}`), value }]);
  const isExchange = choice !== 'refund';
  const codes = { income: income.currency_iso_code, outcome: outcome.currency_iso_code };
  const rows = [
    ...line('pay_more', missing === null ? null : formatMoney(missing, income, locale)),
    ...line('exchanged', isExchange ? formatMoney(exchanged, income, locale) : null),
    ...line('offer', isExchange ? formatMoney(gets, outcome, locale) : null),
    ...line('rate', isExchange && rate !== null ? formatRate(rate, codes, locale) : null),
    ...line('back', /[1-9]/.test(back) ? formatMoney(back, income, locale) : null),
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
      {option.expires_at === order.expires_at ? null : <OfferLeft order={order} readAt={readAt} until={option.expires_at} />}
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
          <input type="hidden" name="outcome_amount" value={gets} />
          <Button
            type="submit"
            name="press"
            value="accept_requote"
            tone={rank === 'first' ? 'action' : 'plain'}
            aria-disabled={actions.busy !== null}
          >
            {t('order.requote.accept', { amount: formatMoney(gets, outcome, locale) })}
          </Button>
        </CheckedForm>
      )}
    </li>
  );
}

/** Time left of the offer. After it new values arrive; accepting still works unless they are worse. */
function OfferLeft({ order, readAt, until }: Pick<StateProps, 'order' | 'readAt'> & { readonly until: string }) {
  const { t, locale } = useTranslation();
  const left = useTimeLeft(until, { order, readAt });
  if (left === null) return null;
  return (
    <p className="figures text-sm leading-6 text-muted">
      <span className="noscript:hidden">
        {left > 0 ? t('order.requote.holds', { left: formatTimeLeft(left) }) : t('order.requote.renewing')}
      </span>
      {/* No countdown without scripts */}
      <span className="hidden noscript:inline">{t('order.requote.holds_until', { at: formatTime(until, locale) })}</span>
    </p>
  );
}
