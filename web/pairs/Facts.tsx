import type { ReactNode } from 'react';
import { formatDateTime } from '#core/format/moment.ts';
import { pairPath, systemPath } from '#core/link/pair-path.ts';
import { Mark } from '#ui/Mark.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import { LinkedData } from '#web/head/LinkedData.tsx';
import type { Pair } from '#web/catalogue/systems.ts';
import type { DirectionReviews } from '#web/reviews/review-routes.ts';
import { reviewsLinkedData, Average, Review } from '#web/reviews/Review.tsx';
import { type PairTerms, type Question, questionsOf, rateRows, termRows } from './terms.ts';
import { countryNames, type ServerWords } from './server-words.ts';

export interface PairFacts extends PairTerms {
  /** Reviews of exchanges of this pair; null: there are none. */
  readonly reviews: DirectionReviews | null;
  /** The reverse pair, if it is offered. */
  readonly reverse: Pair | null;
  readonly nearby: readonly Pair[];
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-14">
      <h2 className="mb-3 text-lg font-semibold text-balance">{title}</h2>
      {children}
    </section>
  );
}

type Reasons = NonNullable<PairFacts['direction']['price']>['limit_reasons'];

/** Reasons of both limits; a single sentence where both have the same reason. */
function limitReasons({ min, max }: Reasons, t: ServerWords['t']): readonly string[] {
  if (min === max && min !== 'slot') return [t(`pairs.facts.both_reason.${min}`)];
  return [...(min === 'slot' ? [] : [t(`pairs.facts.min_reason.${min}`)]), ...(max === 'slot' ? [] : [t(`pairs.facts.max_reason.${max}`)])];
}

/** Reasons of the limits, conditions, excluded countries, and the age of the rate. */
function Notes({ facts, words }: { readonly facts: PairFacts; readonly words: ServerWords }) {
  const { t, locale } = words;
  const { price, conditions, denied_countries: deniedCountries } = facts.direction;
  const reasons = price === null ? [t('pairs.facts.unpriced')] : [...limitReasons(price.limit_reasons, t)];
  return (
    <div className="mt-4 grid max-w-prose gap-2 text-sm leading-6 text-muted">
      <p>{reasons.join(' ')}</p>
      {conditions === null ? null : <p className="wrap-anywhere text-ink">{conditions[locale]}</p>}
      {deniedCountries.length === 0 ? null : <p>{t('pairs.facts.countries', { names: countryNames(deniedCountries, locale) })}</p>}
      {price === null ? null : (
        <p>
          {t('pairs.facts.as_of', { at: formatDateTime(price.as_of, locale) })} {price.is_demo ? t('pairs.facts.demo') : null}
        </p>
      )}
    </div>
  );
}

function Terms({ facts, words }: { readonly facts: PairFacts; readonly words: ServerWords }) {
  return (
    <Part title={words.t('pairs.facts.title')}>
      <div className="grid gap-x-12 md:grid-cols-2">
        <SlipRows rows={rateRows(facts, words)} />
        <SlipRows rows={termRows(facts, words)} />
      </div>
      <Notes facts={facts} words={words} />
    </Part>
  );
}

/** The page's questions as schema.org data. */
const faqLinkedData = (questions: readonly Question[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

function Questions({ facts, words }: { readonly facts: PairFacts; readonly words: ServerWords }) {
  const questions = questionsOf(facts, words);
  return (
    <Part title={words.t('pairs.questions')}>
      <dl className="grid gap-x-12 gap-y-5 md:grid-cols-2">
        {questions.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-medium text-balance">{question}</dt>
            <dd className="mt-1 max-w-prose leading-7 text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
      <LinkedData value={faqLinkedData(questions)} />
    </Part>
  );
}

/** A link to an exchange. */
export function PairRow({ pair: { from, to }, words: { t, to: pathOf } }: { readonly pair: Pair; readonly words: ServerWords }) {
  return (
    <li className="break-inside-avoid border-t border-line">
      <a href={pathOf(pairPath(from.id, to.id))} className="flex min-h-12 items-center gap-3 py-1.5 hover:bg-well">
        <Mark kind={from.kind} {...from.mark} network={from.network} className="size-7" />
        <Mark kind={to.kind} {...to.mark} network={to.network} className="size-7" />
        <span className="min-w-0 leading-5">{t('exchange.title', { from: from.name, to: to.name })}</span>
      </a>
    </li>
  );
}

function Reviews({ facts: { pair, reviews: data }, words }: { readonly facts: PairFacts; readonly words: ServerWords }) {
  if (data === null) return null;
  const { t, to } = words;
  const { summary, reviews } = data;
  const provider = { '@type': 'Organization', name: t('shell.name') };
  const name = t('exchange.title', { from: pair.from.name, to: pair.to.name });
  const linkedData = reviewsLinkedData({ subject: { '@type': 'Service', name, provider }, summary, reviews }, t);
  return (
    <Part title={t('pairs.reviews.title')}>
      {summary.average === null ? null : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Average average={summary.average} count={summary.count} translation={words} />
        </p>
      )}
      <ul className="gap-x-12 md:columns-2">
        {reviews.map((review) => (
          <li key={review.id} className="break-inside-avoid">
            <Review review={review} translation={words} />
          </li>
        ))}
      </ul>
      <p>
        <a className="link inline-flex min-h-11 items-center" href={to('/reviews')}>
          {t('pairs.reviews.all')}
        </a>
      </p>
      {linkedData === undefined ? null : <LinkedData value={linkedData} />}
    </Part>
  );
}

function NearbyPairs({ facts: { pair, reverse, nearby }, words }: { readonly facts: PairFacts; readonly words: ServerWords }) {
  const { t, to } = words;
  const pairs = [...(reverse === null ? [] : [reverse]), ...nearby];
  return (
    <Part title={t('pairs.near.title')}>
      <ul className="gap-x-12 border-b border-line md:columns-2">
        {pairs.map((nearbyPair) => (
          <PairRow key={`${nearbyPair.from.id} ${nearbyPair.to.id}`} pair={nearbyPair} words={words} />
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap gap-x-6">
        {[pair.from, pair.to].map(({ id, name }) => (
          <a key={id} className="link inline-flex min-h-11 items-center" href={to(systemPath(id))}>
            {name}
          </a>
        ))}
        <a className="link inline-flex min-h-11 items-center" href={to('/directions')}>
          {t('pairs.near.all')}
        </a>
      </p>
    </Part>
  );
}

/** Facts of a pair below the form. Rendered on the server only, with no scripts. */
export function Facts({ facts, words }: { readonly facts: PairFacts; readonly words: ServerWords }) {
  return (
    <>
      <Terms facts={facts} words={words} />
      <Questions facts={facts} words={words} />
      <Reviews facts={facts} words={words} />
      <NearbyPairs facts={facts} words={words} />
    </>
  );
}
