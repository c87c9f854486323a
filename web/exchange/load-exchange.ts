import { data, type LoaderFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import { getDirection } from '#contract/directions.ts';
import type { ShopFactsAttributes } from '#contract/board.ts';
import type { TechBreak } from '#contract/public-notice.ts';
import { siteContext } from '#web/api/site-context.ts';
import { loadBoard, loadFacts } from '#web/board/load-board.ts';
import type { BoardRow } from '#web/board/rows.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { addFacts } from '#web/pairs/render-facts.tsx';
import { ask, askFirstSlot, type Asked } from './ask.ts';
import { listSystems } from './list-systems.ts';
import { type PairCodes, readBreak } from './read-break.ts';
import { choosePair, nearestPairs, pairOf, type Pair, type System } from './systems.ts';

export interface Opening {
  readonly kind: 'open';
  /** What is shown of every system, and everything of the two that are exchanged. */
  readonly systems: readonly System[];
  readonly fromId: string;
  readonly toId: string;
  readonly asked: Asked;
  /** Lines of what is given; none where nobody answers. */
  readonly board: readonly BoardRow[];
  readonly facts: ShopFactsAttributes | null;
  /** Whether this is another pair than the address named. */
  readonly isSubstitute: boolean;
  /** The shop takes no orders now. */
  readonly techBreak: TechBreak | null;
}

/** There is nothing to exchange, because the shop is closed or the pair of the address is, for a while. */
export interface Closed {
  readonly kind: 'closed';
  /** The pair that is closed alone; null: the shop. */
  readonly pair: PairCodes | null;
  readonly techBreak: TechBreak;
  readonly nearest: readonly Pair[];
}

/** Both systems are there, and one is not exchanged for the other. */
export interface NoPair {
  readonly kind: 'no_pair';
  readonly wanted: Pair;
  /** It is exchanged at other times. */
  readonly isClosed: boolean;
  readonly nearest: readonly Pair[];
}

interface Wanted {
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: string | null;
  readonly get: string | null;
  /**
   * A path names a page, which is there or not; a query is a wish, met as nearly as we can. What the visit began with counts where it can
   * be met: nobody who opens the shop is told that a link from before led to nothing.
   */
  readonly named: 'by_path' | 'by_query' | 'by_visit';
}

const NOTHING_WANTED: Wanted = { from: null, to: null, amount: null, get: null, named: 'by_visit' };

/** So many of either side: enough to choose from, few enough to read. */
const NEAREST = 4;

/** Everything the exchange page opens with: the catalogue, the pair of the address and its first numbers, ready before any script runs. */
export async function loadExchange({ request, context }: LoaderFunctionArgs, asking: Wanted) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const transport = site.api(locale);
  const [systems, techBreak] = await Promise.all([listSystems(transport), readBreak(transport, null)]);
  if (systems === undefined) throw data(null, { status: 503 });
  const wanted = asking.named === 'by_visit' && !isMet(systems, asking) ? NOTHING_WANTED : asking;
  const [from, to] = [known(systems, wanted.from), known(systems, wanted.to)];
  const exact = pairOf(systems, wanted);
  const nearest = from && to && !exact ? nearestPairs(systems, { from, to }, NEAREST) : [];
  const paused = exact === undefined ? await pausedPair(transport, wanted) : null;
  if (paused !== null) return data<Closed>({ ...paused, nearest }, { status: 503 });
  if (wanted.named === 'by_path' && !(from && to)) throw data(null, { status: 404 });
  if (from && to && !exact) {
    const isClosed = await isThere(transport, { from, to });
    return data<NoPair>({ kind: 'no_pair', wanted: { from, to }, isClosed, nearest }, { status: isClosed ? 200 : 404 });
  }
  const pair = exact ?? choosePair(systems, wanted);
  if (pair === undefined && techBreak !== null)
    return data<Closed>({ kind: 'closed', pair: null, techBreak, nearest: [] }, { status: 503 });
  if (pair === undefined) throw data(null, { status: 503 });
  const isSubstitute = isOther(wanted.from, pair.from) || isOther(wanted.to, pair.to);
  const [asked, board, facts] = await Promise.all([
    openingNumbers(transport, pair, wanted),
    loadBoard(transport, 'income', pair.from.id),
    loadFacts(transport),
    wanted.named === 'by_path' ? addFacts(context, { transport, locale, systems, pair }) : undefined,
  ]);
  const shown = systems.map((system) => (system === pair.from || system === pair.to ? system : brief(system)));
  const { from: given, to: got } = pair;
  const beside = { board: board ?? [], facts: facts ?? null };
  return data<Opening>({ kind: 'open', systems: shown, fromId: given.id, toId: got.id, asked, isSubstitute, techBreak, ...beside });
}

/** A pair that is off for a while is there all the same: it is closed, and the page says until when. */
async function pausedPair(transport: Transport, { from, to }: Wanted): Promise<Omit<Closed, 'nearest'> | null> {
  if (!from || !to) return null;
  const pair = { from: from.toUpperCase(), to: to.toUpperCase() };
  const techBreak = await readBreak(transport, pair);
  return techBreak?.scope === 'pair' ? { kind: 'closed', pair, techBreak } : null;
}

/** Whether a pair that nobody can exchange now is one that the shop has. */
async function isThere(transport: Transport, { from, to }: Pair): Promise<boolean> {
  const params = { income_payment_system_id: from.id, outcome_payment_system_id: to.id };
  return (await call(getDirection, { params }, transport)).ok;
}

/** One list for all: what is the same thing is told once in a page's data. */
const NOTHING: never[] = [];

/** Without what only a chosen or a searched system is asked for: the page fetches that when it has come to rest. */
const brief = (system: System): System => ({ ...system, aliases: NOTHING, icon_url: '', income_fields: NOTHING, outcome_fields: NOTHING });

const known = (systems: readonly System[], id: string | null): System | undefined =>
  systems.find((system) => system.id === id?.toUpperCase());

const isOther = (wanted: string | null, system: System): boolean => wanted !== null && wanted !== '' && wanted.toUpperCase() !== system.id;

function isMet(systems: readonly System[], wanted: Wanted): boolean {
  const pair = choosePair(systems, wanted);
  return pair !== undefined && !isOther(wanted.from, pair.from) && !isOther(wanted.to, pair.to);
}

/** What an address may say about the amount: `amount` is what one gives, `get` what one gets. */
function amountOf({ amount, get }: Pick<Wanted, 'amount' | 'get'>): Pick<Asked['ask'], 'side' | 'amount'> | undefined {
  const isShort = (text: string | null): text is string => text !== null && text.length <= LONGEST_AMOUNT;
  if (isShort(get)) return { side: 'outcome', amount: get };
  return isShort(amount) ? { side: 'income', amount } : undefined;
}

const LONGEST_AMOUNT = 80;

/** A slot is a sum to be paid out: it is asked for from that side, so that it stays the same sum while rates move. */
export async function openingNumbers(transport: Transport, pair: Pair, wanted: Pick<Wanted, 'amount' | 'get'>): Promise<Asked> {
  const base = { from: pair.from.id, to: pair.to.id, slotId: null, fitsSlot: true } as const;
  const named = amountOf(wanted);
  if (named !== undefined) return ask(transport, { ...base, ...named }, { entry: 'typed' });
  const first = await askFirstSlot(transport, pair);
  if (first.ok && first.calculation !== null) {
    const { outcome_amount: amount, slot_id: slotId } = first.calculation;
    return { ask: { ...base, side: 'outcome', amount, slotId, fitsSlot: false }, answer: first, lostSlotId: null };
  }
  return ask(transport, { ...base, side: 'income', amount: usualAmount(pair.from) }, { entry: 'chosen' });
}

/** An amount to begin with where nobody named one: ten times the least that is taken, or the least where that is too much. */
function usualAmount(system: System): string {
  const tenfold = shiftRight(system.min_amount);
  const isWithin = tenfold.length < system.max_amount.length;
  return isWithin ? tenfold : system.min_amount;
}

/** A decimal text times ten. */
function shiftRight(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const shifted = `${whole}${fraction.slice(0, 1) || '0'}`.replace(/^0+(?=\d)/, '');
  const rest = fraction.slice(1);
  return rest === '' ? shifted : `${shifted}.${rest}`;
}
