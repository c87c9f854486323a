import { formatMoney } from '#core/format/amount.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useIsSignedIn } from '#web/requisites/saved-wallets.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import type { LiveQuote } from './use-quote.ts';
import type { Submission } from './use-submission.ts';

export interface SubmitBarProps {
  readonly pair: Pair;
  readonly quote: LiveQuote;
  readonly submission: Submission;
  /** What is closed to new orders; null: nothing. */
  readonly closed: 'shop' | 'pair' | null;
}

/**
 * The submit button with the outcome amount. On phones it sticks to the lower edge while its place is below the screen, and is hidden
 * during typing (`app.css`).
 */
export function SubmitBar({ pair, quote, submission, closed }: SubmitBarProps) {
  const { t, to, locale } = useTranslation();
  const { calculation, isStale, problem } = quote;
  // Without an amount the button can be pressed, and reports the missing amount
  const isReady = quote.request.amount.trim() === '' || (calculation !== null && !isStale && problem === null);
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <div className="at-hand -mx-4 flex items-center gap-3 border-t border-line bg-paper px-4 pt-2 md:static md:mx-0 md:mt-5 md:border-0 md:p-0">
        <p className="figures min-w-0 flex-1 text-sm leading-5 group-data-typed/form:invisible md:hidden">
          {closed !== null || calculation === null || problem !== null || quote.isForOtherAmount ? null : (
            <>
              <span className="block text-muted">{t('exchange.form.you_get')}</span>
              <strong className={`text-base ${isStale ? 'opacity-45' : ''}`}>
                {formatMoney(calculation.outcome_amount, pair.to, locale)}
              </strong>
            </>
          )}
        </p>
        {closed === 'shop' ? (
          <a className={buttonLook('plain')} href={to('/break')}>
            {t('exchange.break.wait')}
          </a>
        ) : closed === 'pair' ? (
          <Button type="button" tone="action" className="whitespace-nowrap max-md:px-4 md:min-w-72" disabled>
            {t('exchange.break.pair_action')}
          </Button>
        ) : (
          <Button
            type="submit"
            tone="action"
            className="figures text-lg whitespace-nowrap max-md:px-4 md:min-w-72"
            aria-disabled={!isReady || submission.isSending}
          >
            {submission.isProving
              ? t('exchange.form.proving')
              : submission.isSending
                ? t('exchange.form.sending')
                : t('exchange.form.submit')}
          </Button>
        )}
        <p className="figures hidden text-sm leading-6 text-muted group-data-typed/form:invisible md:block md:pl-3">
          <NextStepText pair={pair} calculation={calculation} isSignedIn={isSignedIn} closed={closed} />
        </p>
      </div>
      <p className="figures mt-1 text-sm leading-6 text-muted group-data-typed/form:invisible md:hidden">
        <NextStepText pair={pair} calculation={calculation} isSignedIn={isSignedIn} closed={closed} />
      </p>
    </>
  );
}

interface NextStepProps extends Pick<SubmitBarProps, 'pair' | 'closed'> {
  readonly calculation: LiveQuote['calculation'];
  readonly isSignedIn: boolean;
}

function NextStepText({ pair, calculation, isSignedIn, closed }: NextStepProps) {
  const { t, locale } = useTranslation();
  if (closed !== null) return t(closed === 'shop' ? 'exchange.break.typed_stays' : 'exchange.break.what_to_do');
  if (calculation === null) return t('exchange.form.no_numbers');
  const nextStep = t('exchange.form.next', { amount: formatMoney(calculation.income_amount, pair.from, locale) });
  return isSignedIn ? nextStep : `${nextStep} ${t('exchange.form.no_account')}`;
}
