import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ShopFactsAttributes } from '#contract/board.ts';
import { currencySign } from '#core/format/amount.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords, type Words } from '#web/i18n/use-words.ts';
import { shortSum } from './short-sum.ts';
import { useWhileSeen } from './use-while-seen.ts';

const RENEW_MS = 60_000;

/** What is told, in the order of what a visitor asks himself; nothing that was not measured. */
function told(facts: ShopFactsAttributes, { t, locale }: Words): readonly string[] {
  const { median_payout_minutes: minutes, completed, reserve, working_since: since } = facts;
  const sum = reserve === null ? null : shortSum(reserve.amount, locale);
  return [
    minutes === null ? null : t('exchange.facts.median', { count: minutes }),
    completed === null ? null : t(`exchange.facts.${completed.period}`, { count: completed.count }),
    reserve === null || sum === null
      ? null
      : t('exchange.facts.reserve', {
          amount: [sum.figure, sum.step === null ? '' : t(`exchange.facts.${sum.step}`), currencySign(reserve.currency_iso_code, locale)]
            .filter((part) => part !== '')
            .join('\u00A0'),
        }),
    since === null ? null : t('exchange.facts.since', { year: since.slice(0, 4) }),
  ].filter((text) => text !== null);
}

const DOT = <span aria-hidden="true" className="size-1.5 rounded-full bg-action" />;

/** What customers say together, where there is room beside the rest: on a telephone it would push the action away. */
function Rated({ rated }: { readonly rated: NonNullable<ShopFactsAttributes['rated']> }) {
  const { t, to, locale } = useWords();
  const average = locale === 'ru' ? rated.average.replace('.', ',') : rated.average;
  return (
    <li className="flex items-center gap-1.5 max-lg:hidden">
      {DOT}
      <Link className="link" to={to('/reviews')}>
        {t('exchange.facts.rated', { average, count: rated.count })}
      </Link>
    </li>
  );
}

/** A quiet row of what the shop has really done, renewed while somebody looks. */
export function Facts({ opening }: { readonly opening: ShopFactsAttributes }) {
  const words = useWords();
  const place = useRef<HTMLUListElement>(null);
  const [facts, setFacts] = useState(opening);
  useWhileSeen(place, RENEW_MS, () => {
    const renew = async () => {
      const { askFacts } = await import('./ask-board.ts');
      const now = await askFacts(browserTransport(words.locale));
      if (now !== undefined) setFacts(now);
    };
    renew().catch(() => undefined);
  });
  return (
    <ul ref={place} className="figures mt-1 flex flex-wrap gap-x-3 text-sm leading-5 font-medium md:gap-x-4 md:leading-6">
      {told(facts, words).map((text) => (
        <li key={text} className="flex items-center gap-1 md:gap-1.5">
          {DOT}
          {text}
        </li>
      ))}
      {facts.rated === null ? null : <Rated rated={facts.rated} />}
    </ul>
  );
}
