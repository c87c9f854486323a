import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { TestBank } from './AwaitingPayment.tsx';
import { Requisites } from './Requisites.tsx';
import { RequoteOption, type OptionProps } from './RequoteOption.tsx';

/** Pays the missing amount: requisites, amount, and until when the agreed rate is locked. */
export function TopUp(props: OptionProps) {
  const { order, requisitesState, sides, mode, option, rank } = props;
  const { t, locale } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const missing = option.missing_amount ?? '0';
  return (
    <RequoteOption {...props}>
      {isOpen ? null : (
        <Button tone={rank === 'first' ? 'action' : 'plain'} className="w-full noscript:hidden print:hidden" onClick={() => setOpen(true)}>
          {t('order.requote.top_up', { amount: formatMoney(missing, sides.income, locale) })}
        </Button>
      )}
      {/* Always open without scripts */}
      <div className={`grid-cols-1 gap-4 ${isOpen ? 'grid' : 'hidden noscript:grid'}`}>
        <Requisites requisitesState={requisitesState} sides={sides} missing={missing} />
        {mode === 'demo' && requisitesState.requisites?.kind === 'requisites' ? <TestBank orderId={order.id} /> : null}
        <p className="text-sm leading-6 text-muted">{t('order.requote.top_up_next')}</p>
      </div>
    </RequoteOption>
  );
}
