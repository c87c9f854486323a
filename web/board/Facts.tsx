import { useRef, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import type { ShopFactsAttributes } from '#contract/public/board.ts';
import { currencySign, formatDecimal } from '#core/format/amount.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation, type Translation } from '#web/i18n/use-translation.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import { useVisibleInterval } from './use-visible-interval.ts';
import type { Locale } from '#core/locale.ts';

const STEPS = [
  { name: 'billion', zeros: 9 },
  { name: 'million', zeros: 6 },
  { name: 'thousand', zeros: 3 },
] as const;

interface ShortAmount {
  readonly figure: string;
  /** Name of the power of ten after the figure; null: the figure is the whole amount. */
  readonly step: (typeof STEPS)[number]['name'] | null;
}

/** A large amount in at most three digits, rounded down so that it never exceeds the real one. */
function shortAmount(whole: string, locale: Locale): ShortAmount {
  const step = STEPS.find(({ zeros }) => whole.length > zeros);
  if (step === undefined) return { figure: whole, step: null };
  const head = whole.slice(0, -step.zeros);
  const tenth = head.length === 1 ? whole.charAt(head.length) : '0';
  return { figure: formatDecimal(tenth === '0' ? head : `${head}.${tenth}`, { locale }), step: step.name };
}

const RENEW_MS = 60_000;

/** As many facts as fit on one line of a desktop; a phone shows those of its first line. */
const MAX_FACTS = 3;

/** Texts of the facts that are known, most important first. `hours`: when support answers, empty: not set. */
export function factTexts(facts: ShopFactsAttributes, hours: string, { t, locale }: Pick<Translation, 't' | 'locale'>): readonly string[] {
  const { median_payout_minutes: median, median_today_minutes: today, completed, reserve, working_since: since } = facts;
  const amount = reserve === null ? null : shortAmount(reserve.amount, locale);
  return [
    today === null ? null : t('exchange.facts.median_today', { count: today }),
    today !== null || median === null ? null : t('exchange.facts.median', { count: median }),
    completed === null ? null : t(`exchange.facts.${completed.period}`, { count: completed.count }),
    reserve === null || amount === null
      ? null
      : t('exchange.facts.reserve', {
          amount: [
            amount.figure,
            amount.step === null ? '' : t(`exchange.facts.${amount.step}`),
            currencySign(reserve.currency_iso_code, locale),
          ]
            .filter((part) => part !== '')
            .join('\u00A0'),
        }),
    hours === '' ? null : t('exchange.facts.support', { hours }),
    since === null ? null : t('exchange.facts.since', { year: since.slice(0, 4) }),
  ]
    .filter((text) => text !== null)
    .slice(0, MAX_FACTS);
}

const DOT = <span aria-hidden="true" className="size-1.5 rounded-full bg-action" />;

/** Average rating of the reviews; hidden on phones, where it would push the main button down. */
function AverageRating({ rated }: { readonly rated: NonNullable<ShopFactsAttributes['rated']> }) {
  const { t, to, locale } = useTranslation();
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

/** A row of measured facts about the service, reloaded every `RENEW_MS` while visible. */
export function Facts({ initialFacts }: { readonly initialFacts: ShopFactsAttributes }) {
  const translation = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [facts, setFacts] = useState(initialFacts);
  const hours = useRouteLoaderData<typeof rootLoader>('root')?.contacts.hours ?? '';
  useVisibleInterval(list, RENEW_MS, () => {
    const renew = async () => {
      const { loadFacts } = await import('./load-board.ts');
      const updated = await loadFacts(browserTransport(translation.locale));
      if (updated !== undefined) setFacts(updated);
    };
    renew().catch(() => undefined);
  });
  return (
    <ul
      ref={list}
      className="figures mt-1 flex flex-wrap gap-x-3 text-sm leading-5 font-medium max-md:max-h-5 max-md:overflow-hidden md:gap-x-4 md:leading-6"
    >
      {factTexts(facts, hours, translation).map((text) => (
        <li key={text} className="flex items-center gap-1 md:gap-1.5">
          {DOT}
          {text}
        </li>
      ))}
      {facts.rated === null ? null : <AverageRating rated={facts.rated} />}
    </ul>
  );
}
