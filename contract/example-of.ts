import { isObject } from '#core/text/json.ts';

/** A schema of the API description (the part of JSON Schema 2020-12 that we use). */
export type Schema = Readonly<Record<string, unknown>>;

/** Ids in examples: of a resource and of a calculation. */
export const EXAMPLE_ID = 'k3v9x2m7q4k3v9x2m7q4';
export const EXAMPLE_CALCULATION = 'v1.k3v9x2m7q4';

/** Example values by member name. A conflicting schema wins. */
const EXAMPLES_BY_NAME: Readonly<Record<string, unknown>> = {
  id: EXAMPLE_ID,
  order_id: EXAMPLE_ID,
  rate_calculation_id: EXAMPLE_CALCULATION,
  payment_system_from_id: 'USDTTRC20',
  payment_system_to_id: 'SBERRUB',
  income_payment_system_id: 'USDTTRC20',
  outcome_payment_system_id: 'SBERRUB',
  payment_system_id: 'SBERRUB',
  outcome_payment_system_ids: ['SBERRUB'],
  income_amount: '100',
  outcome_amount: '8025.5',
  currency_iso_code: 'USDT',
  excluded_currency_iso_codes: ['USD'],
  number: '5975-1311',
  email: 'customer@example.org',
  email_masked: 'c***@example.org',
  outcome_requisites: { card_number: '2202200000000008' },
  income_requisites: {},
  refund_requisites: { address: 'TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN' },
  requisites: { card_number: '2202200000000008' },
  accept_terms: true,
  code: 'USDTTRC20',
  country: 'KZ',
  rate: '80.255',
  inverse_rate: '0.012460283',
  reference_rate: '81.07',
  tx_hash: 'c0ffee',
  version: 3,
  eta_minutes: 7,
  precision: 2,
  per: 20,
  page: 1,
  total: 1,
  total_pages: 1,
  status: 'awaiting_payment',
  median_minutes: 7,
  fee: '0',
  fixed: '0',
  hash: 'c0ffee',
  label: 'Card number',
  key: 'card_number',
  value: '2202200000000008',
  groups: ['2202', '2000', '0000', '0008'],
  allowed_actions: ['cancel'],
  estimate: null,
  refund: null,
  refund_terms: null,
  surplus_amount: null,
  surplus_returned_amount: null,
  surplus_return: null,
  requote: null,
  income_tx: null,
  outcome_tx: null,
  received_amount: null,
  confirmations: null,
  required_confirmations: null,
  destination_request: null,
  claim_field: null,
  receipt_url: null,
  requisites_promised_at: null,
  network_warning: null,
  memo: null,
  qr_payload: null,
  network: null,
  reason: null,
  conditions: null,
  slots: [],
  suggestions: [],
  surplus: [],
  payout_proofs: [],
  payout_look_until: null,
  payout_look_why: null,
  payout_promise: null,
  payout_overdue_since: null,
  needs_review: false,
  refund_fields: [],
  include: ['income_payment_system'],
};

/** Example values by name ending. */
const EXAMPLES_BY_ENDING: readonly (readonly [RegExp, string])[] = [
  [/_amount$|^amount$|^reserve$/, '100'],
  [/_percent$|^percent$/, '1.01'],
  [/_at$|_until$|^at$|^until$|^as_of$|^server_time$|^created_(?:from|to)$/, '2026-11-22T09:00:00.000Z'],
  [/_url$|^url$/, '/marks/USDTTRC20.svg'],
];

/** Optional request members that examples include. */
const SHOWN_OPTIONAL_MEMBERS = new Set(['income_amount', 'email', 'outcome_requisites', 'check_slots', 'choice']);

const listOf = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value.filter(isObject) : []);
const typesOf = ({ type }: Schema): readonly unknown[] => (Array.isArray(type) ? type : [type]);

/** Texts for the few patterns of our schemas. */
const PATTERN_EXAMPLES = ['2026-11-22', 'RU', '1', '100', 'created_at', 'USDTTRC20', EXAMPLE_ID];

function textFor(name: string, { pattern, minLength = 0 }: Schema): string {
  const guess = EXAMPLES_BY_ENDING.find(([shape]) => shape.test(name))?.[1] ?? name.replaceAll('_', ' ');
  const texts = [guess, ...PATTERN_EXAMPLES, 'x'.repeat(Number(minLength))];
  return texts.find((text) => text.length >= Number(minLength) && (typeof pattern !== 'string' || new RegExp(pattern).test(text))) ?? guess;
}

interface ExampleContext {
  /** For a request, optional members are omitted, except `SHOWN_OPTIONAL_MEMBERS`. */
  readonly for: 'request' | 'answer';
  readonly components: Schema;
}

function resolved(schema: Schema, components: Schema): Schema {
  if (typeof schema['$ref'] !== 'string') return schema;
  const target = schema['$ref']
    .split('/')
    .slice(2)
    .reduce<unknown>((parent, segment) => (isObject(parent) ? parent[segment] : undefined), components);
  return isObject(target) ? target : {};
}

function fitsType(value: unknown, schema: Schema): boolean {
  const types = typesOf(schema);
  if (value === null) return types.includes('null') || listOf(schema['anyOf']).some((option) => typesOf(option).includes('null'));
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number') return types.includes('number') || types.includes('integer');
  return types.includes(typeof value) || listOf(schema['anyOf']).some((option) => typesOf(option).includes(typeof value));
}

function objectFor(schema: Schema, context: ExampleContext): Readonly<Record<string, unknown>> {
  const { properties, required = [] } = schema;
  if (!isObject(properties)) return {};
  const requiredNames = new Set(required as readonly string[]);
  const shownProperties = Object.entries(properties).filter(
    ([name, property]) =>
      isObject(property) &&
      name !== 'relationships' &&
      (context.for === 'answer' || requiredNames.has(name) || SHOWN_OPTIONAL_MEMBERS.has(name)),
  );
  return Object.fromEntries(shownProperties.map(([name, property]) => [name, exampleOf(property as Schema, context, name)]));
}

function mergedOf(parts: readonly unknown[]): unknown {
  return parts.reduce<Readonly<Record<string, unknown>>>((whole, part) => ({ ...whole, ...(isObject(part) ? part : {}) }), {});
}

/** A valid value of a schema, the same on each run, for the examples of the documentation. */
export function exampleOf(schemaOrReference: Schema, context: ExampleContext, name = ''): unknown {
  const schema = resolved(schemaOrReference, context.components);
  if ('const' in schema) return schema['const'];
  const named = EXAMPLES_BY_NAME[name];
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices.includes(named) ? named : choices[0];
  if (Object.hasOwn(EXAMPLES_BY_NAME, name) && fitsType(named, schema)) return named;
  if (Array.isArray(schema['allOf'])) return mergedOf(listOf(schema['allOf']).map((part) => exampleOf(part, context, name)));
  const [first] = listOf(schema['anyOf']).filter((option) => !typesOf(option).includes('null'));
  if (first !== undefined) return exampleOf(first, context, name);
  const [type] = typesOf(schema).filter((typeName) => typeName !== 'null');
  switch (type) {
    case 'object':
      return objectFor(schema, context);
    case 'array':
      return listOf(schema['prefixItems']).length > 0
        ? listOf(schema['prefixItems']).map((part) => exampleOf(part, context, name))
        : isObject(schema['items'])
          ? [exampleOf(schema['items'], context, name)]
          : [];
    case 'number':
    case 'integer':
      return Number(schema['minimum'] ?? 0) > 0 ? schema['minimum'] : 0;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return textFor(name, schema);
  }
}
