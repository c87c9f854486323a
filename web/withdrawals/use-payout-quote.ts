import { useEffect, useState } from 'react';
import { call } from '#contract/call.ts';
import { type PayoutQuoteAttributes, quotePayout } from '#contract/account/payouts.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

const TYPING_PAUSE_MS = 300;
/** Prices change without input. */
const REFRESH_MS = 10_000;

export interface QuotedPayout {
  readonly quote: PayoutQuoteAttributes | undefined;
  /** Message when there is no quote. */
  readonly problem: string | undefined;
}

interface QuoteState extends Pick<QuotedPayout, 'quote'> {
  readonly problem: string | null | undefined;
}

interface QuoteRequest {
  readonly balance: PayoutQuoteAttributes['purse'];
  readonly amount: string;
  readonly payment_system_id: string;
}

const NO_QUOTE: QuotedPayout = { quote: undefined, problem: undefined };

/** Quote for the input, refreshed while the page is visible; `first`: the quote the page was served with. */
export function usePayoutQuote({ balance, amount, payment_system_id: systemId }: QuoteRequest, first = NO_QUOTE): QuotedPayout {
  const { locale, t } = useTranslation();
  // null: no response. Translated at render: as a dependency of the effect, the translator would restart it
  const [{ quote, problem }, setState] = useState<QuoteState>(first);
  useEffect(() => {
    let isCurrent = true;
    const loadQuote = async () => {
      if (document.visibilityState === 'hidden') return;
      const body = { purse: balance, amount, payment_system_id: systemId };
      const answer = await call(quotePayout, { body }, browserTransport(locale));
      if (!isCurrent) return;
      setState((previous) => ({
        quote: answer.ok ? answer.data.attributes : answer.status === 0 ? previous.quote : undefined,
        problem: answer.ok ? undefined : (answer.errors[0]?.message ?? null),
      }));
    };
    const typingTimer = setTimeout(() => void loadQuote(), TYPING_PAUSE_MS);
    const refreshTimer = setInterval(() => void loadQuote(), REFRESH_MS);
    return () => {
      isCurrent = false;
      clearTimeout(typingTimer);
      clearInterval(refreshTimer);
    };
  }, [balance, amount, systemId, locale]);
  const isForInput = quote?.purse === balance && quote.payment_system_id === systemId;
  return { quote: isForInput ? quote : undefined, problem: problem === null ? t('account.unanswered') : problem };
}
