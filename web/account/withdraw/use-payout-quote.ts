import { useEffect, useState } from 'react';
import { call } from '#contract/call.ts';
import { type PayoutQuoteAttributes, quotePayout } from '#contract/payouts.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';

const PAUSE_MS = 300;
/** Prices move while nobody types. */
const AGAIN_MS = 10_000;

export interface QuotedPayout {
  readonly quote: PayoutQuoteAttributes | undefined;
  /** Why there is none. */
  readonly problem: string | undefined;
}

interface Answered extends Pick<QuotedPayout, 'quote'> {
  readonly problem: string | null | undefined;
}

interface Asked {
  readonly purse: PayoutQuoteAttributes['purse'];
  readonly amount: string;
  readonly payment_system_id: string;
}

const NOT_ASKED: QuotedPayout = { quote: undefined, problem: undefined };

/** What the typed dollars would bring now, kept true while the page is looked at; `first` as the page was served with. */
export function usePayoutQuote({ purse, amount, payment_system_id: systemId }: Asked, first = NOT_ASKED): QuotedPayout {
  const { locale, t } = useWords();
  // null: nobody answered. The words for it are found when it is drawn: asking must not begin anew with each drawing
  const [{ quote, problem }, setQuoted] = useState<Answered>(first);
  useEffect(() => {
    let isWanted = true;
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      const body = { purse, amount, payment_system_id: systemId };
      const answer = await call(quotePayout, { body }, browserTransport(locale));
      if (!isWanted) return;
      setQuoted((before) => ({
        quote: answer.ok ? answer.data.attributes : answer.status === 0 ? before.quote : undefined,
        problem: answer.ok ? undefined : (answer.errors[0]?.message ?? null),
      }));
    };
    const soon = setTimeout(() => void ask(), PAUSE_MS);
    const again = setInterval(() => void ask(), AGAIN_MS);
    return () => {
      isWanted = false;
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [purse, amount, systemId, locale]);
  const isAbout = quote?.purse === purse && quote.payment_system_id === systemId;
  return { quote: isAbout ? quote : undefined, problem: problem === null ? t('account.unanswered') : problem };
}
