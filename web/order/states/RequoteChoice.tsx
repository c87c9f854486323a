import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { RefundForm } from '#web/order/late-refund-form.ts';
import { formatMoney } from '#core/format/amount.ts';
import { RequoteOption } from './RequoteOption.tsx';
import type { StateProps } from './state.ts';
import { TopUp } from './TopUp.tsx';

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
          const shown = { option, rank: index === 0 ? ('first' as const) : ('other' as const) };
          if (option.choice === 'top_up') return <TopUp key={option.choice} {...props} {...shown} />;
          if (option.choice !== 'refund') return <RequoteOption key={option.choice} {...props} {...shown} />;
          return canRefund ? (
            <RequoteOption key={option.choice} {...props} {...shown}>
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
