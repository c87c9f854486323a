import {
  currencySign,
  formatAtMost,
  formatDecimal,
  formatMoney,
  formatRateFigure,
  limitsBetween,
  showsInverse,
  trimRate,
} from '#core/format/amount.ts';
import { pairPath } from '#core/link/pair-path.ts';
import type { QuoteRequest, QuoteResult, AmountSource } from '#web/exchange/fetch-quote.ts';
import type { Calculation, Pair, Side, System } from '#web/catalogue/systems.ts';
import { element, typedElement, translate, settings } from './start.ts';

const { locale } = settings;

const trays: Readonly<Record<Side, HTMLElement>> = { income: element('[data-side=income]'), outcome: element('[data-side=outcome]') };
const setText = (selector: string, text: string, within?: ParentNode): void => {
  element(selector, within).textContent = text === '' ? '\u00A0' : text;
};

export const formatAmount = (amount: string, system: System): string => formatMoney(amount, system, locale);

/** Shows the two systems of the pair. */
export function showChoice({ from, to }: Pair, canReverse: boolean): void {
  for (const [side, system] of [['income', from] as const, ['outcome', to] as const]) {
    const tray = trays[side];
    typedElement(HTMLImageElement, '.mark', tray).src = system.icon_url;
    setText('.name', system.name, tray);
    setText('.kind', [translate(`widget.kind.${system.kind}`), system.network].filter((text) => text !== null).join(' · '), tray);
    setText('.sign', currencySign(system.currency_iso_code, locale), tray);
  }
  typedElement(HTMLButtonElement, '.turn').disabled = !canReverse;
  setText('#reserve', formatAtMost(to.reserve, to, locale));
}

/** The rate as text; the inverse one where it is the larger number, as on the exchange page. */
function rateText({ from, to }: Pair, { rate, inverse_rate: inverse }: Calculation): string {
  const [base, counter, text] = showsInverse(rate) ? [to, from, inverse] : [from, to, rate];
  const sign = (system: System) => currencySign(system.currency_iso_code, locale);
  return `1\u00A0${sign(base)} = ${formatRateFigure(text, locale)}\u00A0${sign(counter)}`;
}

function feeText({ fees }: Calculation): string {
  const amounts = fees
    .filter(({ amount }) => /[1-9]/.test(amount))
    .map(({ amount, currency_iso_code: code }) => `${formatDecimal(trimRate(amount), { locale })}\u00A0${currencySign(code, locale)}`);
  return amounts.length === 0 ? translate('widget.fee_included') : translate('widget.fee_list', { amounts: amounts.join(' + ') });
}

function showFacts(pair: Pair, calculation: Calculation | null): void {
  setText('#rate', calculation === null ? '' : rateText(pair, calculation));
  setText('#fee', calculation === null ? '' : feeText(calculation));
  setText('#time', calculation === null ? '' : translate('widget.minutes', { count: calculation.eta_minutes }));
  element('#demo').hidden = calculation?.is_demo !== true;
}

interface QuoteView {
  readonly pair: Pair;
  readonly request: QuoteRequest;
  readonly response: QuoteResult['response'] | undefined;
  readonly isStale: boolean;
  readonly amountSource: AmountSource;
}

function showAmount(side: Side, system: System, { request, response, amountSource }: QuoteView): void {
  const tray = trays[side];
  const input = typedElement(HTMLInputElement, 'input', tray);
  const isTyped = request.side === side;
  const calculation = response?.ok === true ? response.calculation : null;
  const amount = isTyped ? request.amount : ((side === 'income' ? calculation?.income_amount : calculation?.outcome_amount) ?? '');
  const format = { locale, fillTo: system.precision <= 2 ? system.precision : 0 };
  const text = isTyped && amountSource === 'typed' ? amount : formatDecimal(amount, format);
  // The field being edited is not overwritten: the cursor would move
  if (input.value !== text && !(isTyped && amountSource === 'typed' && document.activeElement === input)) input.value = text;
  input.classList.toggle('typed', isTyped);
  const problem = response?.ok === false ? response.problem : undefined;
  const namesAmount = problem?.kind === 'refused' && /^(?:in|out)come_amount$/.test(problem.field ?? '');
  const problemField = namesAmount ? problem.field : `${request.side}_amount`;
  const hasProblem = problem !== undefined && problemField === `${side}_amount`;
  const [min, max] =
    side === 'income'
      ? [calculation?.min_income_amount, calculation?.max_income_amount]
      : [calculation?.min_outcome_amount, calculation?.max_outcome_amount];
  const limits =
    min === undefined || max === undefined
      ? ''
      : limitsBetween(min, max)
          .map((limit) => formatMoney(limit, system, locale))
          .join(' – ');
  const note = hasProblem ? (problem.kind === 'offline' ? translate('widget.offline') : problem.message) : limits;
  setText('.note', note, tray);
  element('.note', tray).classList.toggle('wrong', hasProblem);
  if (hasProblem && problem.kind === 'refused') input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

/** Shows both amounts, the rate, fee and time. While `isStale`, the figures of the previous request are dimmed. */
export function showNumbers(view: QuoteView): void {
  const { pair, response, isStale } = view;
  element('#form').classList.toggle('stale', isStale);
  showAmount('income', pair.from, view);
  showAmount('outcome', pair.to, view);
  if (isStale) return;
  showFacts(pair, response?.ok === true ? response.calculation : null);
  if (response?.ok === false)
    setText('#status', response.problem.kind === 'offline' ? translate('widget.offline') : response.problem.message);
}

/** Sets the button's link to the exchange page of the site, with the amount and the partner's referral id. */
export function showLink({ from, to }: Pair, { side, amount }: QuoteRequest): void {
  const query = new URLSearchParams();
  if (/^\d{1,12}(?:\.\d{1,8})?$/.test(amount)) query.set(side === 'income' ? 'amount' : 'get', amount);
  if (settings.rid !== null) query.set('rid', settings.rid);
  const search = query.size === 0 ? '' : `?${query}`;
  const link = typedElement(HTMLAnchorElement, '#go');
  link.removeAttribute('aria-disabled');
  link.href = `${locale === 'ru' ? '' : `/${locale}`}${pairPath(from.id, to.id)}${search}`;
}

/** Disables the button while exchange is closed; the note shows the reason. */
export function closeLink(): void {
  const link = typedElement(HTMLAnchorElement, '#go');
  link.removeAttribute('href');
  link.setAttribute('aria-disabled', 'true');
}

/** Shows that no exchange is possible: the API does not respond, or everything is closed. */
export function showUnavailable(reason: 'offline' | 'closed'): void {
  setText('.note', translate(`widget.${reason}`), trays.income);
  setText('#status', translate(`widget.${reason}`));
}
