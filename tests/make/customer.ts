import { solveCaptcha } from './solve-captcha.ts';
import type { Api, ApiAnswer, Resource } from './call-api.ts';
import { until } from './product.ts';

/** A guest's order and the key to it. */
export interface GuestOrder {
  readonly id: string;
  readonly token: string;
  readonly incomeAmount: string;
  readonly outcomeAmount: string;
}

export interface Wish {
  readonly from: string;
  readonly to: string;
  readonly side: 'income' | 'outcome';
  readonly amount: string;
}

type Form = Readonly<Record<string, unknown>>;

interface FieldOfForm {
  readonly key: string;
  readonly required: boolean;
  readonly example: string | null;
}

/** The catalogue by code, as the API shows it. */
export async function readSystems(api: Api): Promise<ReadonlyMap<string, Resource>> {
  const answer = await api.call('GET', '/api/v1/payment_systems');
  return new Map(answer.resources().map((system) => [system.id, system]));
}

const examples = (fields: unknown): Form =>
  Object.fromEntries((fields as FieldOfForm[]).filter(({ required }) => required).map(({ key, example }) => [key, example ?? '']));

export async function calculate(api: Api, { from, to, side, amount }: Wish): Promise<ApiAnswer> {
  const attributes = { [`${side}_amount`]: amount, income_payment_system_id: from, outcome_payment_system_id: to };
  return api.call('POST', `/api/v1/rate_calculations/from_${side}`, { type: 'rate_calculations', attributes });
}

let guests = 0;

/** A guest's filled form from a live calculation; requisites are the catalogue's own examples. */
export async function fillForm(api: Api, wish: Wish, systems?: ReadonlyMap<string, Resource>): Promise<Form> {
  const catalogue = systems ?? (await readSystems(api));
  const quote = (await calculate(api, wish)).resource();
  return {
    payment_system_from_id: wish.from,
    payment_system_to_id: wish.to,
    [`${wish.side}_amount`]: quote.attributes[`${wish.side}_amount`],
    rate_calculation_id: quote.id,
    email: `guest-${(guests += 1)}@example.org`,
    income_requisites: examples(catalogue.get(wish.from)?.attributes['income_fields']),
    outcome_requisites: examples(catalogue.get(wish.to)?.attributes['outcome_fields']),
    accept_terms: true,
  };
}

export const sendForm = (api: Api, form: Form, key?: string): Promise<ApiAnswer> =>
  api.call('POST', '/api/v1/orders', { attributes: form, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) });

export function orderOf(answer: ApiAnswer): GuestOrder {
  const { id, attributes } = answer.resource();
  return {
    id,
    token: String(attributes['access_token']),
    incomeAmount: String(attributes['income_amount']),
    outcomeAmount: String(attributes['outcome_amount']),
  };
}

export const order = async (api: Api, wish: Wish, systems?: ReadonlyMap<string, Resource>): Promise<GuestOrder> =>
  orderOf(await sendForm(api, await fillForm(api, wish, systems)));

/** An order with its captcha solved: work is asked from the second open order of an address on. */
export const provenOrder = async (api: Api, wish: Wish, systems?: ReadonlyMap<string, Resource>): Promise<GuestOrder> =>
  orderOf(await sendForm(api, { ...(await fillForm(api, wish, systems)), captcha_token: await solveCaptcha(api) }));

export const readOrder = async (api: Api, { id, token }: GuestOrder): Promise<Readonly<Record<string, unknown>>> =>
  (await api.call('GET', `/api/v1/orders/${id}`, { headers: { 'order-token': token } })).resource().attributes;

/** Where to pay; waits until the rail has said so. */
export const requisitesOf = (api: Api, { id, token }: GuestOrder): Promise<Readonly<Record<string, unknown>>> =>
  until(
    async () =>
      (await api.call('POST', `/api/v1/orders/${id}/get_requisites`, { headers: { 'order-token': token } })).resource().attributes,
  );

/** Plays the customer's bank. */
export async function payAtSandbox(api: Api, { id }: GuestOrder, scenario = 'exact'): Promise<void> {
  const answer = await api.call('POST', '/sandbox/payments', { body: JSON.stringify({ order_id: id, scenario }) });
  if (answer.status !== 201) throw new Error(`the sandbox refused: ${answer.text}`);
}

/** Asks for requisites and pays them. */
export async function pay(api: Api, own: GuestOrder, scenario?: string): Promise<void> {
  await requisitesOf(api, own);
  await payAtSandbox(api, own, scenario);
}

/** Waits for a state; says the last one seen when it does not come. */
export const untilStatus = (api: Api, own: GuestOrder, status: string, timeout?: number): Promise<Readonly<Record<string, unknown>>> =>
  until(async () => {
    const attributes = await readOrder(api, own);
    if (attributes['status'] !== status) throw new Error(`order ${own.id} is ${String(attributes['status'])}, not ${status}`);
    return attributes;
  }, timeout);

export const setFaults = async (api: Api, faults: Readonly<Record<string, string>>): Promise<void> => {
  const answer = await api.call('POST', '/sandbox/faults', { body: JSON.stringify(faults) });
  if (answer.status !== 200) throw new Error(`the sandbox refused: ${answer.text}`);
};

/** Runs over a list, so many at a time. */
export async function inParallel<T, R>(items: readonly T[], width: number, work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = Array.from({ length: items.length });
  const rest = items.entries();
  const lane = async () => {
    for (const [index, item] of rest) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
