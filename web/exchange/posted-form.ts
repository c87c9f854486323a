import type { Transport } from '#contract/call.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { parseAmount } from '#core/money/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { ask, type Ask, type Asked, sentAmount } from './ask.ts';
import type { OpenAttempt } from './not-created.ts';
import type { Typed } from './typed.ts';
import { SLOT_FIELD } from './SlotChips.tsx';
import { amountField } from './standing.ts';
import type { Side } from './systems.ts';

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

function requisitesOf(form: FormData, side: Side): Record<string, string> {
  const prefix = `${side}_requisites/`;
  const pairs = [...form].flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
  );
  return Object.fromEntries(pairs.filter(([, value]) => value !== '')) as Record<string, string>;
}

/** Kept requisites that were picked, by their ids. */
const walletsIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    (['income_wallet_id', 'outcome_wallet_id'] as const).flatMap((name) => (text(form, name) === '' ? [] : [[name, text(form, name)]])),
  );

/** What the form sends to `POST /orders`: the amount, slot and quote whose numbers stood on the page. */
export function orderBodyOf(form: FormData) {
  const { side, amount: typed, slotId, from, to } = quotedAsk(form);
  const amount = sentAmount(typed);
  return {
    payment_system_from_id: from,
    payment_system_to_id: to,
    ...(side === 'outcome' ? { outcome_amount: amount } : { income_amount: amount }),
    rate_calculation_id: text(form, 'rate_calculation_id'),
    slot_id: slotId,
    email: text(form, 'email'),
    income_requisites: requisitesOf(form, 'income'),
    outcome_requisites: requisitesOf(form, 'outcome'),
    ...walletsIn(form),
    save_requisites: form.has('save_requisites'),
    confirm_lookalike: form.has('confirm_lookalike'),
    no_memo: form.has('no_memo'),
    accept_terms: form.has('accept_terms'),
    ...(form.has('captcha_token') ? { captcha_token: text(form, 'captcha_token') } : {}),
  };
}

/** The numbers of the page that a form was sent from, by the names of their fields. */
const NUMBERS = ['side', 'amount', 'quoted_income_amount', 'quoted_outcome_amount', 'rate_calculation_id', 'slot_id'] as const;

/**
 * What one page without scripts sends is one attempt, however often it is pressed. Its quote is told to one reader once and signed, so
 * nobody else can name the attempt; with anything typed over it is another one.
 */
export async function attemptOf(body: ReturnType<typeof orderBodyOf>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(body)));
  return Buffer.from(digest).toString('base64url');
}

/** Everything typed below the trays. */
export const typedIn = (form: FormData): Typed => ({
  email: text(form, 'email'),
  income: requisitesOf(form, 'income'),
  outcome: requisitesOf(form, 'outcome'),
  noMemo: form.has('no_memo'),
  acceptsTerms: form.has('accept_terms'),
});

/** What the numbers on the page were the answer to. */
function quotedAsk(form: FormData): Ask {
  const slotId = text(form, 'slot_id');
  return {
    from: text(form, 'payment_system_from_id'),
    to: text(form, 'payment_system_to_id'),
    side: text(form, 'side') === 'outcome' ? 'outcome' : 'income',
    amount: text(form, 'amount'),
    slotId: slotId === '' ? null : slotId,
    fitsSlot: false,
  };
}

/** Finer than any currency, so that only different sums differ. */
const FINE = { precision: 18, scale: 18 };

function isSameAmount(one: string, other: string): boolean {
  const [a, b] = [parseAmount(tidyAmount(one), FINE), parseAmount(other, FINE)];
  return a.ok && b.ok ? a.minor === b.minor : one.trim() === other.trim();
}

/** The side whose amount was typed over; an amount that was only emptied is none. */
const typedSide = (form: FormData): Side | undefined =>
  (['income', 'outcome'] as const).find((side) => {
    const typed = text(form, amountField(side));
    return typed.trim() !== '' && !isSameAmount(typed, text(form, `quoted_${amountField(side)}`));
  });

/** Numbers for a slot chosen without scripts: an exact one is asked for by its amount, which only the API knows. */
async function askForSlot(transport: Transport, quoted: Ask, slotId: string | null): Promise<Asked> {
  const base = { ...quoted, slotId: null, fitsSlot: false };
  const plain = await ask(transport, base, { entry: 'typed' });
  if (slotId === null || !plain.answer.ok) return plain;
  const exact = plain.answer.calculation?.slots.find(({ id }) => id === slotId)?.outcome_amount ?? null;
  return ask(transport, { ...base, slotId, ...(exact === null ? {} : { side: 'outcome', amount: exact }) }, { entry: 'typed' });
}

/**
 * What a form sent without scripts asks for, where that is not what its numbers answer: another amount or another slot. Nobody orders
 * numbers that he has not seen. Undefined where the numbers on the page are those of the amount in its fields.
 */
export async function askUnseen(transport: Transport, form: FormData): Promise<Asked | undefined> {
  const quoted = quotedAsk(form);
  const side = typedSide(form);
  if (side !== undefined) {
    const amount = tidyAmount(text(form, amountField(side)));
    return ask(transport, { ...quoted, side, amount, fitsSlot: true }, { entry: 'typed' });
  }
  const chosen = text(form, SLOT_FIELD);
  const isOther = form.has(SLOT_FIELD) && chosen !== (quoted.slotId ?? '');
  return isOther ? askForSlot(transport, quoted, chosen === '' ? null : chosen) : undefined;
}

/** The same question once more: the numbers on the page are too old, or something else was in the way. */
export const askAgain = (transport: Transport, form: FormData): Promise<Asked> => ask(transport, quotedAsk(form), { entry: 'typed' });

/**
 * The numbers that were sent and that nobody has answered: an order may stand under them, and fresh ones would make a second. They are
 * shown and sent as they were until somebody answers.
 */
export async function askSame(transport: Transport, form: FormData): Promise<{ readonly asked: Asked; readonly attempt: OpenAttempt }> {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, text(form, name)]));
  const attempt = { key: await attemptOf(orderBodyOf(form)), numbers };
  const { answer } = await askAgain(transport, form);
  const wanted = { ask: quotedAsk(form), lostSlotId: null };
  if (!answer.ok || answer.calculation === null) return { asked: { ...wanted, answer }, attempt };
  const calculation = {
    ...answer.calculation,
    id: text(form, 'rate_calculation_id'),
    income_amount: text(form, 'quoted_income_amount'),
    outcome_amount: text(form, 'quoted_outcome_amount'),
    slot_id: wanted.ask.slotId,
  };
  return { asked: { ...wanted, answer: { ok: true, calculation } }, attempt };
}
