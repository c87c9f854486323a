import type { HistoryPeriod } from '#core/history/period.ts';
import { DAY_MS, SECOND_MS, type Instant } from '#core/time.ts';
import { COINGECKO_IDS } from '#core/crypto-stats/coingecko-ids.ts';
import { callOutside, type OutboundAnswer, OutboundError } from '#server/platform/outbound.ts';
import { parseChart, parseCoins } from './parse-coingecko.ts';
import { type MarketStats, type StatsAnswer, type StatsQuestion, StatsUnavailable } from './port.ts';

const BASE_URL = 'https://api.coingecko.com/api/v3';
const DEADLINE_MS = 10 * SECOND_MS;
/** Twenty coins with their week are 100 kB, thirteen years of days 400. */
const MAX_BYTES = 2 * 1024 * 1024;
/** More than the top list shows: some of it may be unreadable. */
const TOP_COUNT = 25;
const MAX_RETRY_AFTER_MS = DAY_MS;
const MAX_ETAG_CHARS = 200;

/** Who asks for nothing, and for one year: what it gives without a contract. */
const DAYS = { day: '1', week: '7', month: '30', year: '365', all: 'max' } as const satisfies Readonly<Record<HistoryPeriod, string>>;
/** How it says that all there is costs money. */
const NOT_FOR_FREE = new Set([400, 401, 403]);

/** The base address: its own, a bare origin that serves the same path, or another that is taken as it is; what it asks of every call (a key) goes along. */
function addressesAt(url: string | undefined) {
  const base = new URL(url ?? BASE_URL);
  const path = url !== undefined && base.pathname === '/' ? new URL(BASE_URL).pathname : base.pathname.replace(/\/+$/, '');
  return (below: string, query: Readonly<Record<string, string>>): URL => {
    const address = new URL(base);
    address.pathname = path + below;
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address;
  };
}

/** Seconds or a date, as RFC 9110 has it. */
function retryAfterOf(answer: OutboundAnswer, now: Instant): number | null {
  const said = answer.headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(said) ? Number(said) * SECOND_MS : Date.parse(said) - now;
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null;
}

async function ask(address: URL, { etag }: StatsQuestion): Promise<OutboundAnswer> {
  const headers = { accept: 'application/json', ...(etag === null ? {} : { 'if-none-match': etag }) };
  try {
    return await callOutside({ url: address.href, headers, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES });
  } catch (error) {
    if (error instanceof OutboundError) throw new StatsUnavailable(error.message);
    throw error;
  }
}

/** An answer read by `parse`; anything else than one is thrown, with how long to wait where that is said. */
function read<T>(answer: OutboundAnswer, { host }: URL, now: Instant, parse: (body: string) => T): StatsAnswer<T> {
  if (answer.status === 304) return { kind: 'unchanged' };
  if (answer.status !== 200) throw new StatsUnavailable(`${host}: HTTP ${answer.status}`, retryAfterOf(answer, now));
  const etag = answer.headers.get('etag');
  try {
    return { kind: 'told', value: parse(answer.text), etag: etag !== null && etag.length <= MAX_ETAG_CHARS ? etag : null };
  } catch {
    throw new StatsUnavailable(`${host}: nonsense`);
  }
}

const LIST = {
  vs_currency: 'usd',
  order: 'market_cap_desc',
  page: '1',
  sparkline: 'true',
  price_change_percentage: '1h,24h,7d',
  precision: 'full',
} as const;

/** CoinGecko's public protocol, version 3: lists of coins and charts of one. `url`: another base address that speaks the same. */
export function coingecko({ url }: { readonly url: string | undefined }): MarketStats {
  const addressOf = addressesAt(url);
  /** Once it has said that it sells older years only. Found out anew by every process: one call beside the count. */
  let isYearOnly = false;
  return {
    name: 'coingecko',
    isDemo: false,
    knows: (symbol) => Object.hasOwn(COINGECKO_IDS, symbol),
    async top({ ours, ...question }) {
      const address = addressOf('/coins/markets', { ...LIST, per_page: String(TOP_COUNT) });
      return read(await ask(address, question), address, question.now, (body) => parseCoins(body, ours, question.now));
    },
    async coins({ symbols, ...question }) {
      const ids = [...new Set([...symbols].flatMap((symbol) => COINGECKO_IDS[symbol] ?? []))].toSorted();
      if (ids.length === 0) return { kind: 'told', value: [], etag: null };
      const address = addressOf('/coins/markets', { ...LIST, per_page: String(ids.length), ids: ids.join(',') });
      return read(await ask(address, question), address, question.now, (body) => parseCoins(body, symbols, question.now));
    },
    async chart({ coinId, period, ...question }) {
      const address = addressOf(`/coins/${encodeURIComponent(coinId)}/market_chart`, {
        vs_currency: 'usd',
        days: period === 'all' && isYearOnly ? DAYS.year : DAYS[period],
        precision: 'full',
      });
      let answer = await ask(address, question);
      if (period === 'all' && !isYearOnly && NOT_FOR_FREE.has(answer.status)) {
        isYearOnly = true;
        address.searchParams.set('days', DAYS.year);
        answer = await ask(address, question);
      }
      return answer.status === 404 ? undefined : read(answer, address, question.now, (body) => parseChart(body, question.now));
    },
  };
}
