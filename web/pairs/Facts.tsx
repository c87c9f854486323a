import type { ReactNode } from 'react';
import { formatDateTime } from '#core/format/moment.ts';
import { pairPath, systemPath } from '#core/pair-path.ts';
import { Mark } from '#ui/Mark.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import { LinkedData } from '#web/head/LinkedData.tsx';
import type { Pair } from '#web/exchange/systems.ts';
import type { DirectionReviews } from '#web/reviews/ask-reviews.ts';
import { reviewsLinkedData } from '#web/reviews/linked-data.ts';
import { Average, Review } from '#web/reviews/Review.tsx';
import { type PairTerms, type Question, questionsOf } from './questions.ts';
import { rateRows, termRows } from './rows.ts';
import { countryNames, type Said } from './said.ts';

export interface PairFacts extends PairTerms {
  /** What customers say of this very exchange; null: nobody has said anything. */
  readonly reviews: DirectionReviews | null;
  /** The way back, where it is offered. */
  readonly back: Pair | null;
  readonly near: readonly Pair[];
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

/** Why both limits are where they are: in one sentence where one reason sets both. */
function limitsSaid({ min, max }: Reasons, t: Said['t']): readonly string[] {
  if (min === max && min !== 'slot') return [t(`pairs.facts.both_reason.${min}`)];
  return [...(min === 'slot' ? [] : [t(`pairs.facts.min_reason.${min}`)]), ...(max === 'slot' ? [] : [t(`pairs.facts.max_reason.${max}`)])];
}

/** Why the limits are where they are, and what else holds. */
function Notes({ facts, said }: { readonly facts: PairFacts; readonly said: Said }) {
  const { t, locale } = said;
  const { price, conditions, denied_countries: denied } = facts.direction;
  const reasons = price === null ? [t('pairs.facts.unpriced')] : [...limitsSaid(price.limit_reasons, t)];
  return (
    <div className="mt-4 grid max-w-prose gap-2 text-sm leading-6 text-muted">
      <p>{reasons.join(' ')}</p>
      {conditions === null ? null : <p className="wrap-anywhere text-ink">{conditions[locale]}</p>}
      {denied.length === 0 ? null : <p>{t('pairs.facts.countries', { names: countryNames(denied, locale) })}</p>}
      {price === null ? null : (
        <p>
          {t('pairs.facts.as_of', { at: formatDateTime(price.as_of, locale) })} {price.is_demo ? t('pairs.facts.demo') : null}
        </p>
      )}
    </div>
  );
}

function Terms({ facts, said }: { readonly facts: PairFacts; readonly said: Said }) {
  return (
    <Part title={said.t('pairs.facts.title')}>
      <div className="grid gap-x-12 md:grid-cols-2">
        <SlipRows rows={rateRows(facts, said)} />
        <SlipRows rows={termRows(facts, said)} />
      </div>
      <Notes facts={facts} said={said} />
    </Part>
  );
}

/** Questions and answers for machines, the same that stand on the page (schema.org). */
const asPage = (questions: readonly Question[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(({ ask, answer }) => ({
    '@type': 'Question',
    name: ask,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

function Questions({ facts, said }: { readonly facts: PairFacts; readonly said: Said }) {
  const questions = questionsOf(facts, said);
  return (
    <Part title={said.t('pairs.questions')}>
      <dl className="grid gap-x-12 gap-y-5 md:grid-cols-2">
        {questions.map(({ ask, answer }) => (
          <div key={ask}>
            <dt className="font-medium text-balance">{ask}</dt>
            <dd className="mt-1 max-w-prose leading-7 text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
      <LinkedData value={asPage(questions)} />
    </Part>
  );
}

/** One exchange as a line that leads to it. */
export function PairLine({ pair: { from, to }, said: { t, to: pathOf } }: { readonly pair: Pair; readonly said: Said }) {
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

function Reviews({ facts: { pair, reviews: told }, said }: { readonly facts: PairFacts; readonly said: Said }) {
  if (told === null) return null;
  const { t, to } = said;
  const { summary, reviews } = told;
  const provider = { '@type': 'Organization', name: t('shell.name') };
  const name = t('exchange.title', { from: pair.from.name, to: pair.to.name });
  const linked = reviewsLinkedData({ subject: { '@type': 'Service', name, provider }, summary, reviews }, t);
  return (
    <Part title={t('pairs.reviews.title')}>
      {summary.average === null ? null : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Average average={summary.average} count={summary.count} words={said} />
        </p>
      )}
      <ul className="gap-x-12 md:columns-2">
        {reviews.map((review) => (
          <li key={review.id} className="break-inside-avoid">
            <Review review={review} words={said} />
          </li>
        ))}
      </ul>
      <p>
        <a className="link inline-flex min-h-11 items-center" href={to('/reviews')}>
          {t('pairs.reviews.all')}
        </a>
      </p>
      {linked === undefined ? null : <LinkedData value={linked} />}
    </Part>
  );
}

function Near({ facts: { pair, back, near }, said }: { readonly facts: PairFacts; readonly said: Said }) {
  const { t, to } = said;
  const pairs = [...(back === null ? [] : [back]), ...near];
  return (
    <Part title={t('pairs.near.title')}>
      <ul className="gap-x-12 border-b border-line md:columns-2">
        {pairs.map((one) => (
          <PairLine key={`${one.from.id} ${one.to.id}`} pair={one} said={said} />
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

/** Everything below the counter that holds for this pair: drawn on the server, known to no script. */
export function Facts({ facts, said }: { readonly facts: PairFacts; readonly said: Said }) {
  return (
    <>
      <Terms facts={facts} said={said} />
      <Questions facts={facts} said={said} />
      <Reviews facts={facts} said={said} />
      <Near facts={facts} said={said} />
    </>
  );
}
