import { createContext, type RouterContextProvider } from 'react-router';
import { pairSlug } from '#core/link/pair-path.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { call, type Transport } from '#contract/call.ts';
import { getDirection } from '#contract/public/directions.ts';
import type { Locale } from '#core/locale.ts';
import { nearestPairs, type Pair, type System, reversedPair } from '#web/catalogue/systems.ts';
import { loadDirectionReviews } from '#web/reviews/review-routes.ts';
import type { PageParts } from '#web/loading/page-parts.ts';
import { Facts } from './Facts.tsx';
import { serverWordsOf } from './server-words.ts';

/** Nearest pairs listed, per side. */
const MAX_NEAREST = 5;

/** Facts in the document being rendered; null: none. */
export const renderedFacts = createContext<PageParts['facts']>(null);

interface FactsInput {
  readonly transport: Transport;
  readonly locale: Locale;
  readonly systems: readonly System[];
  readonly pair: Pair;
}

/** Facts of a pair as HTML; undefined for an unknown direction or without a response: the page then has no facts. */
export async function renderFacts({ transport, locale, systems, pair }: FactsInput): Promise<string | undefined> {
  const params = { income_payment_system_id: pair.from.id, outcome_payment_system_id: pair.to.id };
  const [response, reviews] = await Promise.all([
    call(getDirection, { params }, transport),
    loadDirectionReviews(transport, pair.from.id, pair.to.id),
  ]);
  if (!response.ok) return undefined;
  const reverse = reversedPair(systems, pair) ?? null;
  const isSamePair = (other: Pair): boolean => other.from.id === pair.from.id && other.to.id === pair.to.id;
  const nearby = nearestPairs(systems, pair, MAX_NEAREST).filter((other) => !isSamePair(other));
  return renderToStaticMarkup(
    <Facts facts={{ pair, direction: response.data.attributes, reviews, reverse, nearby }} words={serverWordsOf(locale)} />,
  );
}

/** Puts the facts of a pair into the document being rendered. */
export async function addFacts(context: Readonly<RouterContextProvider>, input: FactsInput): Promise<void> {
  const html = await renderFacts(input);
  if (html !== undefined) context.set(renderedFacts, { slug: pairSlug(input.pair.from.id, input.pair.to.id), html });
}
