import { fetchTransport } from '#contract/fetch-transport.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { reportErrors, reportFault } from '#ui/reports/report-errors.ts';
import { apiAddress } from '#web/api/api-address.ts';
import { type Ask, ask, type Asked, type Entry } from '#web/exchange/ask.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import { choosePair, gettable, givable, type Pair, type Side, type System, turned, withSide } from '#web/exchange/systems.ts';
import { withChanges } from '#web/exchange/with-changes.ts';
import { affects, askDelayMs, type AvailabilityNews } from '#web/live/availability.ts';
import { pick } from './picker.ts';
import { amountOn, closeLink, showChoice, showLink, showNothing, showNumbers } from './show.ts';
import { box, say, start } from './start.ts';

const TYPING_PAUSE_MS = 250;
const REFRESH_LEAD_MS = 2_500;
const RETRY_MS = 8_000;
const CALL_TIMEOUT_MS = 20_000;

/** Nothing of the visitor goes along, be he signed in or not: the frame asks as anybody would. */
const transport = {
  ...fetchTransport<FormData, AbortSignal>({
    locale: start.locale,
    fetch: (url, init) => {
      const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const signal = init.signal === undefined ? timeout : AbortSignal.any([init.signal, timeout]);
      return fetch(apiAddress(url), { ...init, credentials: 'omit', signal });
    },
  }),
  failed: reportFault,
};

reportErrors(async () => (await import('#ui/reports/send-reports.ts')).connectReports);

let systems: readonly System[] = [];
let pair: Pair | undefined;
let wanted: Ask | undefined;
let answer: Asked['answer'] | undefined;
let entry: Entry = 'chosen';
let running = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let dueAt = Infinity;
let isShopClosed = false;
let isInformed = false;

function usualAmount({ min_amount: least, max_amount: most }: System): string {
  const [whole = '0', fraction = ''] = least.split('.');
  const tenfold = `${whole}${fraction.slice(0, 1) || '0'}`.replace(/^0+(?=\d)/, '') + (fraction.length > 1 ? `.${fraction.slice(1)}` : '');
  return tenfold.length < most.length ? tenfold : least;
}

function draw(isStale: boolean): void {
  if (pair === undefined || wanted === undefined) return;
  showNumbers({ pair, ask: wanted, answer, isStale, entry });
  showLink(pair, wanted);
  if (isShopClosed) showNothing('closed');
  const isRefused = answer?.ok === false && answer.problem.kind === 'refused' && answer.problem.code === 'direction_unavailable';
  if (isShopClosed || isRefused) closeLink();
}

const lifeOf = ({ expires_at: until, server_time: now }: { readonly expires_at: string; readonly server_time: string }): number =>
  Date.parse(until) - Date.parse(now) - REFRESH_LEAD_MS;

async function run(tells: boolean): Promise<void> {
  if (wanted === undefined || pair === undefined) return;
  running.abort();
  const controller = new AbortController();
  running = controller;
  dueAt = Infinity;
  const asked = await ask(transport, wanted, { entry, signal: controller.signal });
  if (controller.signal.aborted) return;
  ({ ask: wanted, answer } = asked);
  const known = answer.ok ? answer.calculation : null;
  dueAt = Date.now() + (known === null ? RETRY_MS : Math.max(RETRY_MS, lifeOf(known)));
  draw(false);
  if (tells && known !== null)
    box('#status').textContent = say('widget.announce', {
      given: amountOn(known.income_amount, pair.from),
      got: amountOn(known.outcome_amount, pair.to),
    });
}

function askFor(next: Ask, how: Entry): void {
  clearTimeout(timer);
  running.abort();
  [wanted, entry] = [next, how];
  if (next.amount.trim() === '') {
    answer = undefined;
    dueAt = Infinity;
    return draw(false);
  }
  draw(true);
  timer = setTimeout(() => void run(true), how === 'typed' ? TYPING_PAUSE_MS : 0);
}

function goTo(next: Pair, amount?: string): void {
  const isSameGiven = pair?.from.id === next.from.id && wanted?.side === 'income';
  pair = next;
  answer = undefined;
  showChoice(next, turned(systems, next) !== undefined);
  const kept = amount ?? (isSameGiven ? wanted?.amount : undefined);
  askFor(
    { from: next.from.id, to: next.to.id, side: 'income', amount: kept ?? usualAmount(next.from), slotId: null, fitsSlot: false },
    'chosen',
  );
}

function listen(side: Side): void {
  const tray = box(`[data-side=${side}]`);
  box('input', tray).addEventListener('input', ({ target }) => {
    if (wanted !== undefined) askFor({ ...wanted, side, amount: tidyAmount((target as HTMLInputElement).value) }, 'typed');
  });
  box('.system', tray).addEventListener('click', () => {
    if (pair === undefined) return;
    const now = pair;
    pick({
      title: say(`widget.choose_${side}`),
      choices: side === 'income' ? givable(systems) : gettable(systems, now.from),
      chosen: side === 'income' ? now.from : now.to,
      onChoose: (system) => goTo(withSide(systems, now, { side, system })),
    });
  });
}

/** The page around is told how high this one is: a number, and only to the page that put it there. */
function tellHeight(): void {
  const { host } = start;
  if (host === null || window.parent === window) return;
  const tell = () => window.parent.postMessage(Math.ceil(box('#widget').getBoundingClientRect().height), host);
  new ResizeObserver(tell).observe(box('#widget'));
}

/** Asked again when the numbers are old and somebody looks; a frame that nobody sees sleeps. */
function watchTime(): void {
  let isSeen = true;
  new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting === true;
  }).observe(box('#widget'));
  setInterval(() => {
    if (isSeen && document.visibilityState === 'visible' && Date.now() >= dueAt) void (systems.length === 0 ? open() : run(false));
  }, 1_000);
}

/** What opens and closes while somebody looks: the shop, or directions, of which this one is asked about at once. */
function onNews(news: AvailabilityNews): void {
  const { changes, tech_break: techBreak } = news;
  const changed = changes === null ? undefined : withChanges(systems, changes);
  isShopClosed = techBreak !== null;
  // The first news only says how things are: what is shown was asked for a moment ago
  const isFirst = !isInformed;
  isInformed = true;
  if (isFirst) return draw(false);
  if (changed !== undefined) systems = changed;
  else void listSystems(transport).then((listed) => (systems = listed ?? systems));
  if (pair !== undefined && affects(news, pair.from.id, pair.to.id)) setTimeout(() => void run(true), askDelayMs(news));
  draw(false);
}

async function open(): Promise<void> {
  dueAt = Infinity;
  const listed = await listSystems(transport);
  const first = listed && choosePair(listed, start);
  if (listed === undefined || first === undefined) {
    showNothing(listed === undefined ? 'offline' : 'closed');
    dueAt = Date.now() + RETRY_MS;
    return;
  }
  systems = listed;
  goTo(first, start.amount ?? undefined);
}

box('#form').addEventListener('submit', (event) => event.preventDefault());
box('.turn').addEventListener('click', () => {
  const back = pair && turned(systems, pair);
  const amount = answer?.ok === true ? answer.calculation?.outcome_amount : undefined;
  if (back !== undefined) goTo(back, amount);
});
listen('income');
listen('outcome');
tellHeight();
watchTime();
await open();
const { followAvailability } = await import('#web/live/follow-availability.ts');
followAvailability('', onNews);
