import { createContext, type RouterContextProvider } from 'react-router';
import { pairSlug } from '#core/pair-path.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { call, type Transport } from '#contract/call.ts';
import { getDirection } from '#contract/directions.ts';
import type { Locale } from '#core/locale.ts';
import { nearestPairs, type Pair, type System, turned } from '#web/exchange/systems.ts';
import { askReviews } from '#web/reviews/ask-reviews.ts';
import type { PageParts } from '#web/shell/page-parts.ts';
import { Facts } from './Facts.tsx';
import { saidIn } from './said.ts';

/** So many of either side. */
const NEAREST = 5;

/** What stands below the counter of the page that is being drawn; null: nothing. Only a document has it. */
export const drawnFacts = createContext<PageParts['facts']>(null);

interface Wanted {
  readonly transport: Transport;
  readonly locale: Locale;
  readonly systems: readonly System[];
  readonly pair: Pair;
}

/** What holds for a pair, as HTML; undefined where there is no such direction or nobody answers: then the counter stands alone. */
export async function drawFacts({ transport, locale, systems, pair }: Wanted): Promise<string | undefined> {
  const params = { income_payment_system_id: pair.from.id, outcome_payment_system_id: pair.to.id };
  const [told, reviews] = await Promise.all([call(getDirection, { params }, transport), askReviews(transport, pair.from.id, pair.to.id)]);
  if (!told.ok) return undefined;
  const back = turned(systems, pair) ?? null;
  const isOwn = (one: Pair): boolean => one.from.id === pair.from.id && one.to.id === pair.to.id;
  const near = nearestPairs(systems, pair, NEAREST).filter((one) => !isOwn(one));
  return renderToStaticMarkup(<Facts facts={{ pair, direction: told.data.attributes, reviews, back, near }} said={saidIn(locale)} />);
}

/** Puts what holds for a pair below the counter of the page that is being drawn. */
export async function standFacts(context: Readonly<RouterContextProvider>, wanted: Wanted): Promise<void> {
  const html = await drawFacts(wanted);
  if (html !== undefined) context.set(drawnFacts, { slug: pairSlug(wanted.pair.from.id, wanted.pair.to.id), html });
}
