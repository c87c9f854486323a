import { data, type LoaderFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import { getDirection } from '#contract/public/directions.ts';
import type { ShopFactsAttributes } from '#contract/public/board.ts';
import type { TechBreak } from '#contract/public/public-notice.ts';
import { forgetOpenOrderCookie } from '#contract/visit-cookies.ts';
import { siteContext } from '#web/api/site-context.ts';
import { loadBoard, loadFacts } from '#web/board/load-board.ts';
import type { BoardRow } from '#web/board/rows.ts';
import type { Order } from '#web/order/order.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { addFacts } from '#web/pairs/render-facts.tsx';
import { fetchQuote, fetchFirstSlot, type QuoteResult } from './fetch-quote.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { loadOpenOrder } from './open-order.ts';
import { type PairCodes, readBreak } from './read-break.ts';
import { defaultAmount, choosePair, nearestPairs, findOfferedPair, type Pair, type System } from '#web/catalogue/systems.ts';

export interface ExchangeData {
  readonly kind: 'open';
  /** Summaries of all systems, and the complete two of the pair. */
  readonly systems: readonly System[];
  readonly fromId: string;
  readonly toId: string;
  readonly quoteResult: QuoteResult;
  /** Board rows of the income system; empty without a response. */
  readonly board: readonly BoardRow[];
  readonly facts: ShopFactsAttributes | null;
  /** Whether the pair differs from the requested one. */
  readonly isSubstitute: boolean;
  /** Break of the whole shop; null: none. */
  readonly techBreak: TechBreak | null;
  /** Order of this browser that waits for its customer; null: none. */
  readonly openOrder: Order | null;
}

/** The shop or the requested pair is closed by a technical break. */
export interface ClosedData {
  readonly kind: 'closed';
  /** The closed pair; null: the whole shop. */
  readonly pair: PairCodes | null;
  readonly techBreak: TechBreak;
  readonly nearest: readonly Pair[];
}

/** Both systems exist, but the pair is not available. */
export interface NoPairData {
  readonly kind: 'no_pair';
  readonly requested: Pair;
  /** The direction exists and is only closed now. */
  readonly isClosed: boolean;
  readonly nearest: readonly Pair[];
}

interface ExchangeQuery {
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: string | null;
  readonly get: string | null;
  /** `by_path`: 404 where a system is unknown. `by_query`: the nearest pair. `by_visit` (first link of the visit): ignored if unavailable. */
  readonly source: 'by_path' | 'by_query' | 'by_visit';
}

const EMPTY_QUERY: ExchangeQuery = { from: null, to: null, amount: null, get: null, source: 'by_visit' };

/** Alternative pairs offered per side. */
const MAX_NEAREST = 4;

/** Data of the exchange page: catalogue, requested pair and its first quote. */
export async function loadExchange({ request, context }: LoaderFunctionArgs, input: ExchangeQuery) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const transport = site.api(locale);
  const [systems, techBreak] = await Promise.all([listSystems(transport), readBreak(transport, null)]);
  if (systems === undefined) throw data(null, { status: 503 });
  const query = input.source === 'by_visit' && !isAvailable(systems, input) ? EMPTY_QUERY : input;
  const [from, to] = [findSystem(systems, query.from), findSystem(systems, query.to)];
  const offered = findOfferedPair(systems, query);
  const nearest = from && to && !offered ? nearestPairs(systems, { from, to }, MAX_NEAREST) : [];
  const closedPair = offered === undefined ? await findClosedPair(transport, query) : null;
  if (closedPair !== null) return data<ClosedData>({ ...closedPair, nearest }, { status: 503 });
  if (query.source === 'by_path' && !(from && to)) throw data(null, { status: 404 });
  if (from && to && !offered) {
    const isClosed = await directionExists(transport, { from, to });
    return data<NoPairData>({ kind: 'no_pair', requested: { from, to }, isClosed, nearest }, { status: isClosed ? 200 : 404 });
  }
  const pair = offered ?? choosePair(systems, query);
  if (pair === undefined && techBreak !== null)
    return data<ClosedData>({ kind: 'closed', pair: null, techBreak, nearest: [] }, { status: 503 });
  if (pair === undefined) throw data(null, { status: 503 });
  const isSubstitute = isDifferent(query.from, pair.from) || isDifferent(query.to, pair.to);
  const [quoteResult, board, facts, openOrder] = await Promise.all([
    loadInitialQuote(transport, pair, query),
    loadBoard(transport, 'income', pair.from.id),
    loadFacts(transport),
    loadOpenOrder(transport, request.headers.get('cookie')),
    query.source === 'by_path' ? addFacts(context, { transport, locale, systems, pair }) : undefined,
  ]);
  const summaries = systems.map((system) => (system === pair.from || system === pair.to ? system : summaryOf(system)));
  const opened: ExchangeData = {
    kind: 'open',
    systems: summaries,
    fromId: pair.from.id,
    toId: pair.to.id,
    quoteResult,
    board: board ?? [],
    facts: facts ?? null,
    isSubstitute,
    techBreak,
    openOrder: openOrder === 'ended' ? null : openOrder,
  };
  const isHttps = site.publicUrl.startsWith('https:');
  return data(opened, openOrder === 'ended' ? { headers: { 'set-cookie': forgetOpenOrderCookie(isHttps) } } : {});
}

/** The requested pair, if a technical break closes it. */
async function findClosedPair(transport: Transport, { from, to }: ExchangeQuery): Promise<Omit<ClosedData, 'nearest'> | null> {
  if (!from || !to) return null;
  const pair = { from: from.toUpperCase(), to: to.toUpperCase() };
  const techBreak = await readBreak(transport, pair);
  return techBreak?.scope === 'pair' ? { kind: 'closed', pair, techBreak } : null;
}

/** Whether the direction exists, though it is not available now. */
async function directionExists(transport: Transport, { from, to }: Pair): Promise<boolean> {
  const params = { income_payment_system_id: from.id, outcome_payment_system_id: to.id };
  return (await call(getDirection, { params }, transport)).ok;
}

/** One array for all systems, because page data serialises the same object once. */
const EMPTY: never[] = [];

/** Without the fields that only a chosen or searched system needs; the page loads them when idle. */
const summaryOf = (system: System): System => ({ ...system, aliases: EMPTY, icon_url: '', income_fields: EMPTY, outcome_fields: EMPTY });

const findSystem = (systems: readonly System[], id: string | null): System | undefined =>
  systems.find((system) => system.id === id?.toUpperCase());

const isDifferent = (code: string | null, system: System): boolean => code !== null && code !== '' && code.toUpperCase() !== system.id;

function isAvailable(systems: readonly System[], query: ExchangeQuery): boolean {
  const pair = choosePair(systems, query);
  return pair !== undefined && !isDifferent(query.from, pair.from) && !isDifferent(query.to, pair.to);
}

/** Amount of the URL: `amount` is the income, `get` the outcome. */
function requestedAmountOf({
  amount,
  get,
}: Pick<ExchangeQuery, 'amount' | 'get'>): Pick<QuoteResult['request'], 'side' | 'amount'> | undefined {
  const isAcceptable = (text: string | null): text is string => text !== null && text.length <= MAX_AMOUNT_LENGTH;
  if (isAcceptable(get)) return { side: 'outcome', amount: get };
  return isAcceptable(amount) ? { side: 'income', amount } : undefined;
}

const MAX_AMOUNT_LENGTH = 80;

/**
 * First quote: for the URL's amount, else the best slot, else a default amount. A slot is quoted by its outcome, which stays the same when
 * rates change.
 */
export async function loadInitialQuote(
  transport: Transport,
  pair: Pair,
  query: Pick<ExchangeQuery, 'amount' | 'get'>,
): Promise<QuoteResult> {
  const base = { from: pair.from.id, to: pair.to.id, slotId: null, fitsSlot: true } as const;
  const requested = requestedAmountOf(query);
  if (requested !== undefined) return fetchQuote(transport, { ...base, ...requested }, { amountSource: 'typed' });
  const response = await fetchFirstSlot(transport, pair);
  if (response.ok && response.calculation !== null) {
    const { outcome_amount: amount, slot_id: slotId } = response.calculation;
    return { request: { ...base, side: 'outcome', amount, slotId, fitsSlot: false }, response, lostSlotId: null };
  }
  return fetchQuote(transport, { ...base, side: 'income', amount: defaultAmount(pair.from) }, { amountSource: 'chosen' });
}
