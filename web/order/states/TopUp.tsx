import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { TestBank } from './AwaitingPayment.tsx';
import { Requisites } from './Requisites.tsx';
import { RequoteOption, type OptionProps } from './RequoteOption.tsx';

/** To pay what is missing is a payment, not a word: where to, how much, and until when the agreed rate waits for it. */
export function TopUp(props: OptionProps) {
  const { order, asked, sides, mode, option, rank } = props;
  const { t, locale } = useWords();
  const [isOpen, setOpen] = useState(false);
  const missing = option.missing_amount ?? '0';
  return (
    <RequoteOption {...props}>
      {isOpen ? null : (
        <Button tone={rank === 'first' ? 'action' : 'plain'} className="w-full noscript:hidden print:hidden" onClick={() => setOpen(true)}>
          {t('order.requote.top_up', { amount: formatMoney(missing, sides.income, locale) })}
        </Button>
      )}
      {/* Without scripts nothing opens: what is to be paid stands there */}
      <div className={`grid-cols-1 gap-4 ${isOpen ? 'grid' : 'hidden noscript:grid'}`}>
        <Requisites asked={asked} sides={sides} missing={missing} />
        {mode === 'demo' && asked.requisites?.kind === 'requisites' ? <TestBank orderId={order.id} /> : null}
        <p className="text-sm leading-6 text-muted">{t('order.requote.top_up_next')}</p>
      </div>
    </RequoteOption>
  );
}
