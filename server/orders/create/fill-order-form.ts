import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnOrder } from '#server/orders/access.ts';
import { openDestination } from '#server/orders/destination.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { findPerson } from '#server/users/queries.ts';
import { openSavedWallet } from '#server/user-wallets/saved-wallets.ts';
import type { OrderForm } from './check-order-form.ts';

type FillDeps = Pick<Deps, 'secrets' | 'catalogue' | 'clock'>;
type Side = 'income' | 'outcome';
type NotFound = Extract<RefusalCode, 'not_found'>;

interface FormCreator {
  readonly visitor: Visitor;
  readonly ownOrderIds?: readonly string[];
}

/** Requisites taken from a wallet or an earlier order instead of being typed. */
interface StoredRequisites {
  readonly income?: RequisiteValues;
  readonly outcome?: RequisiteValues;
}

/** A complete form, and which sides came from a wallet or an earlier order: their lookalike check is not repeated. */
export interface FilledForm {
  readonly form: OrderForm;
  readonly byReference: Readonly<Record<Side, boolean>>;
}

/** A destination saved without a memo was confirmed to need none. */
const lacksMemo = (fields: readonly RequisiteField[], values: RequisiteValues): boolean =>
  fields.some(({ key, mayBeAbsent }) => mayBeAbsent && values[key] === undefined);

/** Requisites of a saved wallet; it must be of the same side and payment system. */
async function fromWallet(
  deps: FillDeps,
  tx: Tx,
  { id, side, code, creator }: { id: string | undefined; side: Side; code: string; creator: FormCreator },
): Promise<Result<RequisiteValues | undefined, NotFound>> {
  if (id === undefined) return accept(undefined);
  const { visitor } = creator;
  const wallet = visitor.kind === 'user' ? await openSavedWallet(deps, tx, { userId: visitor.userId, id }) : undefined;
  const isMatch = wallet !== undefined && wallet.side === side && wallet.code === code;
  return isMatch ? accept(wallet.values) : refuse({ code: 'not_found', field: `${side}_wallet_id` });
}

/** Requisites and e-mail of an earlier order; only for callers who may read it, since the response shows the destination. */
async function fromOrder(
  deps: FillDeps,
  tx: Tx,
  { form, creator }: { form: OrderForm; creator: FormCreator },
): Promise<Result<StoredRequisites & { readonly email?: string }, NotFound>> {
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

const hasValues = (values: RequisiteValues): boolean => Object.values(values).some((value) => value.trim() !== '');

/** The e-mail of the form, else of the account, else of the repeated order. */
async function emailOf(tx: Tx, form: OrderForm, { visitor }: FormCreator, repeated: string | undefined): Promise<string> {
  if (form.email.trim() !== '') return form.email;
  const person = visitor.kind === 'user' ? await findPerson(tx, visitor.userId) : undefined;
  return person?.email ?? repeated ?? '';
}

const fieldsOf = (system: PaymentSystem | undefined, side: Side): readonly RequisiteField[] =>
  (side === 'income' ? system?.incomeFields : system?.outcomeFields) ?? [];

/**
 * Replaces references by the requisites they name. Precedence: a chosen wallet, typed values, the repeated order. Wallets and
 * orders of others are `not_found`.
 */
export async function fillOrderForm(deps: FillDeps, tx: Tx, form: OrderForm, creator: FormCreator): Promise<Result<FilledForm, NotFound>> {
  const hasNoReferences = form.repeat_of === undefined && form.income_wallet_id === undefined && form.outcome_wallet_id === undefined;
  if (hasNoReferences && form.email.trim() !== '') return accept({ form, byReference: { income: false, outcome: false } });
  const [from, to] = [form.payment_system_from_id, form.payment_system_to_id];
  const income = await fromWallet(deps, tx, { id: form.income_wallet_id, side: 'income', code: from, creator });
  if (!income.ok) return income;
  const outcome = await fromWallet(deps, tx, { id: form.outcome_wallet_id, side: 'outcome', code: to, creator });
  if (!outcome.ok) return outcome;
  const repeated = await fromOrder(deps, tx, { form, creator });
  if (!repeated.ok) return repeated;
  const referenced = {
    income: income.value ?? (hasValues(form.income_requisites) ? undefined : repeated.value.income),
    outcome: outcome.value ?? (hasValues(form.outcome_requisites) ? undefined : repeated.value.outcome),
  };
  const lacksAgreedMemo =
    referenced.outcome !== undefined && lacksMemo(fieldsOf(deps.catalogue.paymentSystem(to), 'outcome'), referenced.outcome);
  const filled: OrderForm = {
    ...form,
    email: await emailOf(tx, form, creator, repeated.value.email),
    income_requisites: referenced.income ?? form.income_requisites,
    outcome_requisites: referenced.outcome ?? form.outcome_requisites,
    ...(lacksAgreedMemo ? { no_memo: true } : {}),
  };
  return accept({ form: filled, byReference: { income: referenced.income !== undefined, outcome: referenced.outcome !== undefined } });
}
