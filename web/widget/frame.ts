import { fetchTransport } from '#contract/fetch-transport.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { reportErrors, reportFault } from '#ui/reports/report-errors.ts';
import { apiAddress } from '#web/api/api-address.ts';
import { type QuoteRequest, fetchQuote, type QuoteResult, type AmountSource } from '#web/exchange/fetch-quote.ts';
import {
  defaultAmount,
  choosePair,
  outcomeSystemsFor,
  incomeSystems,
  type Pair,
  type Side,
  type System,
  reversedPair,
  changeSide,
} from '#web/catalogue/systems.ts';
import { listSystems, applyPairChanges } from '#web/catalogue/list-systems.ts';
import { affects, requestDelayMs, type AvailabilityChange } from '#web/live/availability.ts';
import { pick } from './picker.ts';
import { formatAmount, closeLink, showChoice, showLink, showUnavailable, showNumbers } from './show.ts';
import { element, translate, settings } from './start.ts';

const TYPING_PAUSE_MS = 250;
const REFRESH_LEAD_MS = 2_500;
const RETRY_MS = 8_000;
const CALL_TIMEOUT_MS = 20_000;

/** Requests without cookies: the frame never acts for a signed-in customer. */
const transport = {
  ...fetchTransport<FormData, AbortSignal>({
    locale: settings.locale,
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
let currentRequest: QuoteRequest | undefined;
let response: QuoteResult['response'] | undefined;
let amountSource: AmountSource = 'chosen';
let pendingRequest = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let refreshAt = Infinity;
let isShopClosed = false;
let hasAvailability = false;

function draw(isStale: boolean): void {
  if (pair === undefined || currentRequest === undefined) return;
  showNumbers({ pair, request: currentRequest, response, isStale, amountSource });
  showLink(pair, currentRequest);
  if (isShopClosed) showUnavailable('closed');
  const isRefused = response?.ok === false && response.problem.kind === 'refused' && response.problem.code === 'direction_unavailable';
  if (isShopClosed || isRefused) closeLink();
}

const refreshDelayMs = ({ expires_at: until, server_time: now }: { readonly expires_at: string; readonly server_time: string }): number =>
  Date.parse(until) - Date.parse(now) - REFRESH_LEAD_MS;

async function refresh(announces: boolean): Promise<void> {
  if (currentRequest === undefined || pair === undefined) return;
  pendingRequest.abort();
  const controller = new AbortController();
  pendingRequest = controller;
  refreshAt = Infinity;
  const result = await fetchQuote(transport, currentRequest, { amountSource, signal: controller.signal });
  if (controller.signal.aborted) return;
  ({ request: currentRequest, response } = result);
  const calculation = response.ok ? response.calculation : null;
  refreshAt = Date.now() + (calculation === null ? RETRY_MS : Math.max(RETRY_MS, refreshDelayMs(calculation)));
  draw(false);
  if (announces && calculation !== null)
    element('#status').textContent = translate('widget.announce', {
      given: formatAmount(calculation.income_amount, pair.from),
      got: formatAmount(calculation.outcome_amount, pair.to),
    });
}

function requestQuote(request: QuoteRequest, source: AmountSource): void {
  clearTimeout(timer);
  pendingRequest.abort();
  [currentRequest, amountSource] = [request, source];
  if (request.amount.trim() === '') {
    response = undefined;
    refreshAt = Infinity;
    return draw(false);
  }
  draw(true);
  timer = setTimeout(() => void refresh(true), source === 'typed' ? TYPING_PAUSE_MS : 0);
}

function selectPair(newPair: Pair, amount?: string): void {
  const isSameIncome = pair?.from.id === newPair.from.id && currentRequest?.side === 'income';
  pair = newPair;
  response = undefined;
  showChoice(newPair, reversedPair(systems, newPair) !== undefined);
  const amountToKeep = amount ?? (isSameIncome ? currentRequest?.amount : undefined);
  requestQuote(
    {
      from: newPair.from.id,
      to: newPair.to.id,
      side: 'income',
      amount: amountToKeep ?? defaultAmount(newPair.from),
      slotId: null,
      fitsSlot: false,
    },
    'chosen',
  );
}

function bindSide(side: Side): void {
  const tray = element(`[data-side=${side}]`);
  element('input', tray).addEventListener('input', ({ target }) => {
    if (currentRequest !== undefined)
      requestQuote({ ...currentRequest, side, amount: tidyAmount((target as HTMLInputElement).value) }, 'typed');
  });
  element('.system', tray).addEventListener('click', () => {
    if (pair === undefined) return;
    const current = pair;
    pick({
      title: translate(`widget.choose_${side}`),
      choices: side === 'income' ? incomeSystems(systems) : outcomeSystemsFor(systems, current.from),
      chosen: side === 'income' ? current.from : current.to,
      onChoose: (system) => selectPair(changeSide(systems, current, { side, system })),
    });
  });
}

/** Posts the height of the frame, in pixels, to the host page only. */
function reportHeight(): void {
  const { host } = settings;
  if (host === null || window.parent === window) return;
  const post = () => window.parent.postMessage(Math.ceil(element('#widget').getBoundingClientRect().height), host);
  new ResizeObserver(post).observe(element('#widget'));
}

/** Refreshes expired figures while the frame is visible; a hidden frame makes no requests. */
function startRefreshTimer(): void {
  let isInView = true;
  new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting === true;
  }).observe(element('#widget'));
  setInterval(() => {
    if (isInView && document.visibilityState === 'visible' && Date.now() >= refreshAt)
      void (systems.length === 0 ? open() : refresh(false));
  }, 1_000);
}

/** Applies a change of availability: the shop or directions open or close. The current direction is requested again. */
function onAvailability(availability: AvailabilityChange): void {
  const { changes, tech_break: techBreak } = availability;
  const changedSystems = changes === null ? undefined : applyPairChanges(systems, changes);
  isShopClosed = techBreak !== null;
  // The first event gives the current state, which the figures already reflect
  const isFirst = !hasAvailability;
  hasAvailability = true;
  if (isFirst) return draw(false);
  if (changedSystems !== undefined) systems = changedSystems;
  else void listSystems(transport).then((listed) => (systems = listed ?? systems));
  if (pair !== undefined && affects(availability, pair.from.id, pair.to.id))
    setTimeout(() => void refresh(true), requestDelayMs(availability));
  draw(false);
}

async function open(): Promise<void> {
  refreshAt = Infinity;
  const listed = await listSystems(transport);
  const first = listed && choosePair(listed, settings);
  if (listed === undefined || first === undefined) {
    showUnavailable(listed === undefined ? 'offline' : 'closed');
    refreshAt = Date.now() + RETRY_MS;
    return;
  }
  systems = listed;
  selectPair(first, settings.amount ?? undefined);
}

element('#form').addEventListener('submit', (event) => event.preventDefault());
element('.turn').addEventListener('click', () => {
  const newPair = pair && reversedPair(systems, pair);
  const amount = response?.ok === true ? response.calculation?.outcome_amount : undefined;
  if (newPair !== undefined) selectPair(newPair, amount);
});
bindSide('income');
bindSide('outcome');
reportHeight();
startRefreshTimer();
await open();
const { followAvailability } = await import('#web/live/follow-availability.ts');
followAvailability('', onAvailability);
