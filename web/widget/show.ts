import { currencySign, formatDecimal, formatMoney, trimRate } from '#core/format/amount.ts';
import { pairPath } from '#core/pair-path.ts';
import type { Ask, Asked, Entry } from '#web/exchange/ask.ts';
import type { Calculation, Pair, Side, System } from '#web/exchange/systems.ts';
import { box, part, say, start } from './start.ts';

const { locale } = start;

const trays: Readonly<Record<Side, HTMLElement>> = { income: box('[data-side=income]'), outcome: box('[data-side=outcome]') };
const put = (selector: string, text: string, within?: ParentNode): void => {
  box(selector, within).textContent = text === '' ? '\u00A0' : text;
};

export const amountOn = (amount: string, system: System): string => formatMoney(amount, system, locale);

/** Shows which two systems are exchanged. */
export function showChoice({ from, to }: Pair, canTurn: boolean): void {
  for (const [side, system] of [['income', from] as const, ['outcome', to] as const]) {
    const tray = trays[side];
    part(HTMLImageElement, '.mark', tray).src = system.icon_url;
    put('.name', system.name, tray);
    put('.kind', [say(`widget.kind.${system.kind}`), system.network].filter((text) => text !== null).join(' · '), tray);
    put('.sign', currencySign(system.currency_iso_code, locale), tray);
  }
  part(HTMLButtonElement, '.turn').disabled = !canTurn;
  put('#reserve', amountOn(to.reserve, to));
}

/** The larger number is the readable one, as on the page of exchange. */
function rateLine({ from, to }: Pair, { rate, inverse_rate: inverse }: Calculation): string {
  const isSmall = rate.startsWith('0.0') || rate === '0';
  const [one, other, text] = isSmall ? [to, from, inverse] : [from, to, rate];
  const sign = (system: System) => currencySign(system.currency_iso_code, locale);
  return `1\u00A0${sign(one)} = ${formatDecimal(trimRate(text), { locale })}\u00A0${sign(other)}`;
}

function feeLine({ fees }: Calculation): string {
  const amounts = fees
    .filter(({ amount }) => /[1-9]/.test(amount))
    .map(({ amount, currency_iso_code: code }) => `${formatDecimal(trimRate(amount), { locale })}\u00A0${currencySign(code, locale)}`);
  return amounts.length === 0 ? say('widget.fee_included') : say('widget.fee_list', { amounts: amounts.join(' + ') });
}

function showFacts(pair: Pair, calculation: Calculation | null): void {
  put('#rate', calculation === null ? '' : rateLine(pair, calculation));
  put('#fee', calculation === null ? '' : feeLine(calculation));
  put('#time', calculation === null ? '' : say('widget.minutes', { count: calculation.eta_minutes }));
  box('#demo').hidden = calculation?.is_demo !== true;
}

interface Numbers {
  readonly pair: Pair;
  readonly ask: Ask;
  readonly answer: Asked['answer'] | undefined;
  readonly isStale: boolean;
  readonly entry: Entry;
}

function showSide(side: Side, system: System, { ask, answer, entry }: Numbers): void {
  const tray = trays[side];
  const input = part(HTMLInputElement, 'input', tray);
  const isTyped = ask.side === side;
  const known = answer?.ok === true ? answer.calculation : null;
  const amount = isTyped ? ask.amount : ((side === 'income' ? known?.income_amount : known?.outcome_amount) ?? '');
  const look = { locale, fillTo: system.precision <= 2 ? system.precision : 0 };
  const text = isTyped && entry === 'typed' ? amount : formatDecimal(amount, look);
  // What is being typed is the visitor's: not even the cursor moves in it
  if (input.value !== text && !(isTyped && entry === 'typed' && document.activeElement === input)) input.value = text;
  input.classList.toggle('typed', isTyped);
  const problem = answer?.ok === false ? answer.problem : undefined;
  const problemSide =
    problem?.kind === 'refused' && /^(?:in|out)come_amount$/.test(problem.field ?? '') ? problem.field : `${ask.side}_amount`;
  const isWrong = problem !== undefined && problemSide === `${side}_amount`;
  const [min, max] =
    side === 'income' ? [known?.min_income_amount, known?.max_income_amount] : [known?.min_outcome_amount, known?.max_outcome_amount];
  const limits = min === undefined || max === undefined ? '' : `${amountOn(min, system)} – ${amountOn(max, system)}`;
  const note = isWrong ? (problem.kind === 'offline' ? say('widget.offline') : problem.message) : limits;
  put('.note', note, tray);
  box('.note', tray).classList.toggle('wrong', isWrong);
  if (isWrong && problem.kind === 'refused') input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

/** Shows both amounts and what belongs to them; numbers of an earlier question are pale until the new ones come. */
export function showNumbers(numbers: Numbers): void {
  const { pair, answer, isStale } = numbers;
  box('#form').classList.toggle('stale', isStale);
  showSide('income', pair.from, numbers);
  showSide('outcome', pair.to, numbers);
  if (isStale) return;
  showFacts(pair, answer?.ok === true ? answer.calculation : null);
  if (answer?.ok === false) put('#status', answer.problem.kind === 'offline' ? say('widget.offline') : answer.problem.message);
}

/** Where the exchange is made: our page of this pair with this amount, and with whom the visitor came. */
export function showLink({ from, to }: Pair, { side, amount }: Ask): void {
  const query = new URLSearchParams();
  if (/^\d{1,12}(?:\.\d{1,8})?$/.test(amount)) query.set(side === 'income' ? 'amount' : 'get', amount);
  if (start.rid !== null) query.set('rid', start.rid);
  const search = query.size === 0 ? '' : `?${query}`;
  const link = part(HTMLAnchorElement, '#go');
  link.removeAttribute('aria-disabled');
  link.href = `${locale === 'ru' ? '' : `/${locale}`}${pairPath(from.id, to.id)}${search}`;
}

/** There is nothing to go on to while it is closed; why is said in the notes. */
export function closeLink(): void {
  const link = part(HTMLAnchorElement, '#go');
  link.removeAttribute('href');
  link.setAttribute('aria-disabled', 'true');
}

/** Nothing to exchange: nobody answers, or everything is closed. */
export function showNothing(reason: 'offline' | 'closed'): void {
  put('.note', say(`widget.${reason}`), trays.income);
  put('#status', say(`widget.${reason}`));
}
