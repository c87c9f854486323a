import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnOrder } from '#server/orders/access.ts';
import { openDestination } from '#server/orders/destination.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { findPerson } from '#server/users/find-person.ts';
import { takeWallet } from '#server/user-wallets/keep-wallet.ts';
import type { OrderForm } from './check-order-form.ts';

type FillDeps = Pick<Deps, 'secrets' | 'catalogue' | 'clock'>;
type Side = 'income' | 'outcome';
type NotFound = Extract<RefusalCode, 'not_found'>;

/** Who fills it in. */
interface Creator {
  readonly visitor: Visitor;
  readonly ownOrderIds?: readonly string[];
}

/** What stands for the requisites of each side without being typed. */
interface Found {
  readonly income?: RequisiteValues;
  readonly outcome?: RequisiteValues;
}

/** A form with everything in it, and which sides were named by reference: they were seen and agreed to before. */
export interface FilledForm {
  readonly form: OrderForm;
  readonly byReference: Readonly<Record<Side, boolean>>;
}

/** Kept without a memo is agreed to be without one. */
const lacksMemo = (fields: readonly RequisiteField[], values: RequisiteValues): boolean =>
  fields.some(({ key, mayBeAbsent }) => mayBeAbsent && values[key] === undefined);

/** Requisites of a kept wallet, of the system that it was kept of and of no other. */
async function fromWallet(
  deps: FillDeps,
  tx: Tx,
  { id, side, code, creator }: { id: string | undefined; side: Side; code: string; creator: Creator },
): Promise<Result<RequisiteValues | undefined, NotFound>> {
  if (id === undefined) return accept(undefined);
  const { visitor } = creator;
  const wallet = visitor.kind === 'user' ? await takeWallet(deps, tx, { userId: visitor.userId, id }) : undefined;
  const isFit = wallet !== undefined && wallet.side === side && wallet.code === code;
  return isFit ? accept(wallet.values) : refuse({ code: 'not_found', field: `${side}_wallet_id` });
}

/** An earlier order of his own, opened to be made once more: whoever may read it, since he reads where its money went. */
async function fromOrder(
  deps: FillDeps,
  tx: Tx,
  { form, creator }: { form: OrderForm; creator: Creator },
): Promise<Result<Found & { readonly email?: string }, NotFound>> {
  if (form.repeat_of === undefined) return accept({});
  const caller = { visitor: creator.visitor, orderToken: undefined, heldOrders: creator.ownOrderIds };
  const order = await findOwnOrder(deps, tx, form.repeat_of, caller);
  if (order === undefined) return refuse({ code: 'not_found', field: 'repeat_of' });
  const income = order.incomeCode === form.payment_system_from_id;
  const outcome = order.outcomeCode === form.payment_system_to_id;
  return accept({
    ...(income ? { income: await openDestination(deps, tx, { id: order.id, side: 'income' }) } : {}),
    ...(outcome ? { outcome: await openDestination(deps, tx, { id: order.id, side: 'outcome' }) } : {}),
    email: order.email,
  });
}

const isTyped = (values: RequisiteValues): boolean => Object.values(values).some((value) => value.trim() !== '');

/** Where letters go when nobody says: his account's address, else that of the order that is repeated. */
async function emailOf(tx: Tx, form: OrderForm, { visitor }: Creator, former: string | undefined): Promise<string> {
  if (form.email.trim() !== '') return form.email;
  const person = visitor.kind === 'user' ? await findPerson(tx, visitor.userId) : undefined;
  return person?.email ?? former ?? '';
}

const fieldsOf = (system: PaymentSystem | undefined, side: Side): readonly RequisiteField[] =>
  (side === 'income' ? system?.incomeFields : system?.outcomeFields) ?? [];

/**
 * Puts in what a form names instead of typing it: kept requisites by their id, an earlier order by its own. What was typed stands before
 * what is only named by the order; a wallet was chosen and stands before both. Foreign ones are as unknown as none.
 */
export async function fillOrderForm(deps: FillDeps, tx: Tx, form: OrderForm, creator: Creator): Promise<Result<FilledForm, NotFound>> {
  const namesNothing = form.repeat_of === undefined && form.income_wallet_id === undefined && form.outcome_wallet_id === undefined;
  if (namesNothing && form.email.trim() !== '') return accept({ form, byReference: { income: false, outcome: false } });
  const [from, to] = [form.payment_system_from_id, form.payment_system_to_id];
  const income = await fromWallet(deps, tx, { id: form.income_wallet_id, side: 'income', code: from, creator });
  if (!income.ok) return income;
  const outcome = await fromWallet(deps, tx, { id: form.outcome_wallet_id, side: 'outcome', code: to, creator });
  if (!outcome.ok) return outcome;
  const former = await fromOrder(deps, tx, { form, creator });
  if (!former.ok) return former;
  const named = {
    income: income.value ?? (isTyped(form.income_requisites) ? undefined : former.value.income),
    outcome: outcome.value ?? (isTyped(form.outcome_requisites) ? undefined : former.value.outcome),
  };
  const isWithoutMemo = named.outcome !== undefined && lacksMemo(fieldsOf(deps.catalogue.paymentSystem(to), 'outcome'), named.outcome);
  const filled: OrderForm = {
    ...form,
    email: await emailOf(tx, form, creator, former.value.email),
    income_requisites: named.income ?? form.income_requisites,
    outcome_requisites: named.outcome ?? form.outcome_requisites,
    ...(isWithoutMemo ? { no_memo: true } : {}),
  };
  return accept({ form: filled, byReference: { income: named.income !== undefined, outcome: named.outcome !== undefined } });
}
