import { solveCaptcha } from './solve-captcha.ts';
import type { Api, ApiAnswer, Resource } from './call-api.ts';
import { until } from './product.ts';

/** A guest's order and its token. */
export interface GuestOrder {
  readonly id: string;
  readonly token: string;
  readonly incomeAmount: string;
  readonly outcomeAmount: string;
}

export interface OrderInput {
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

export async function calculate(api: Api, { from, to, side, amount }: OrderInput): Promise<ApiAnswer> {
  const attributes = { [`${side}_amount`]: amount, income_payment_system_id: from, outcome_payment_system_id: to };
  return api.call('POST', `/api/v1/rate_calculations/from_${side}`, { type: 'rate_calculations', attributes });
}

let guests = 0;

/** A guest's form from a live calculation; requisites are the catalogue's examples. */
export async function fillForm(api: Api, input: OrderInput, systems?: ReadonlyMap<string, Resource>): Promise<Form> {
  const catalogue = systems ?? (await readSystems(api));
  const quote = (await calculate(api, input)).resource();
  return {
    payment_system_from_id: input.from,
    payment_system_to_id: input.to,
    [`${input.side}_amount`]: quote.attributes[`${input.side}_amount`],
    rate_calculation_id: quote.id,
    email: `guest-${(guests += 1)}@example.org`,
    income_requisites: examples(catalogue.get(input.from)?.attributes['income_fields']),
    outcome_requisites: examples(catalogue.get(input.to)?.attributes['outcome_fields']),
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

export const order = async (api: Api, input: OrderInput, systems?: ReadonlyMap<string, Resource>): Promise<GuestOrder> =>
  orderOf(await sendForm(api, await fillForm(api, input, systems)));

/** Creates an order with a solved captcha, required from the second open order of an address on. */
export const provenOrder = async (api: Api, input: OrderInput, systems?: ReadonlyMap<string, Resource>): Promise<GuestOrder> =>
  orderOf(await sendForm(api, { ...(await fillForm(api, input, systems)), captcha_token: await solveCaptcha(api) }));

export const readOrder = async (api: Api, { id, token }: GuestOrder): Promise<Readonly<Record<string, unknown>>> =>
  (await api.call('GET', `/api/v1/orders/${id}`, { headers: { 'order-token': token } })).resource().attributes;

/** The pay-to requisites; waits until the rail has offered them. */
export const requisitesOf = (api: Api, { id, token }: GuestOrder): Promise<Readonly<Record<string, unknown>>> =>
  until(
    async () =>
      (await api.call('POST', `/api/v1/orders/${id}/get_requisites`, { headers: { 'order-token': token } })).resource().attributes,
  );

/** Pays as the customer's bank would. */
export async function payAtSandbox(api: Api, { id }: GuestOrder, scenario = 'exact'): Promise<void> {
  const answer = await api.call('POST', '/sandbox/payments', { body: JSON.stringify({ order_id: id, scenario }) });
  if (answer.status !== 201) throw new Error(`the sandbox refused: ${answer.text}`);
}

/** Asks for requisites and pays them. */
export async function pay(api: Api, guestOrder: GuestOrder, scenario?: string): Promise<void> {
  await requisitesOf(api, guestOrder);
  await payAtSandbox(api, guestOrder, scenario);
}

/** Waits for a state; the failure names the last one seen. */
export const untilStatus = (
  api: Api,
  guestOrder: GuestOrder,
  status: string,
  timeout?: number,
): Promise<Readonly<Record<string, unknown>>> =>
  until(async () => {
    const attributes = await readOrder(api, guestOrder);
    if (attributes['status'] !== status) throw new Error(`order ${guestOrder.id} is ${String(attributes['status'])}, not ${status}`);
    return attributes;
  }, timeout);

export const setFaults = async (api: Api, faults: Readonly<Record<string, string>>): Promise<void> => {
  const answer = await api.call('POST', '/sandbox/faults', { body: JSON.stringify(faults) });
  if (answer.status !== 200) throw new Error(`the sandbox refused: ${answer.text}`);
};

/** Maps a list with limited concurrency. */
export async function inParallel<T, R>(items: readonly T[], width: number, work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = Array.from({ length: items.length });
  const rest = items.entries();
  const lane = async () => {
    for (const [index, item] of rest) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
