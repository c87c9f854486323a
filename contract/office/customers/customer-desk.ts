import * as z from 'zod/mini';
import { NOTE_AUDIENCES, LINKED_BY, LINK_STRENGTHS, PAIR_VERDICTS } from '#core/customer/customer.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { WITHDRAWAL_STATUSES } from '#core/withdrawal/lifecycle.ts';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import { idParams, recordId, rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { csvReply, dayRangeQuery, pagingQuery, sortQuery } from '#contract/list-query.ts';
import { BlacklistEntryAttributes, ENTRY_TERMS } from './blacklist.ts';
import { SideAttributes } from '#contract/office/shop/operator.ts';
import { RequisiteLine } from '#contract/public/order-attributes.ts';
import { CustomerNote } from './customers.ts';

const usd = z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)));

export const CustomerRowAttributes = z.object({
  email: z.string(),
  has_account: z.boolean(),
  orders: z.number(),
  completed: z.number(),
  has_limits: z.boolean(),
  last_order_at: z.nullable(z.string()),
  known_since: z.string(),
});
export type CustomerRowAttributes = z.output<typeof CustomerRowAttributes>;

/** An order's trace: e-mail, network, browser, or requisites of one side. */
export const TRACES = ['email', 'network', 'device', 'income', 'outcome'] as const;

const OrderAttributes = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  email: z.string(),
  income: SideAttributes,
  outcome: SideAttributes,
  income_amount: z.string(),
  outcome_amount: z.string(),
  /** Masked, as entered. */
  income_requisites: z.array(z.string()),
  outcome_requisites: z.array(z.string()),
  /** Masked for roles that may not read requisites. */
  network: z.nullable(z.string()),
  has_device: z.boolean(),
  created_at: z.string(),
});

/** An operator's verdict on two customers; null: none. */
export const PairVerdict = z.nullable(z.object({ verdict: z.enum(PAIR_VERDICTS), note: z.string(), by: z.string(), at: z.string() }));

export const CustomerCardAttributes = z.object({
  email: z.string(),
  known_since: z.string(),
  /** Null: guest orders only. */
  account: z.nullable(
    z.object({
      email: z.string(),
      email_verified: z.boolean(),
      two_factor_enabled: z.boolean(),
      is_disabled: z.boolean(),
      created_at: z.string(),
    }),
  ),
  /** Referrer; null: none. `is_stopped`: earns nothing from this customer. */
  referrer: z.nullable(z.object({ email: z.string(), customer_id: z.nullable(z.string()), is_stopped: z.boolean() })),
  /** Id of the partner page; null: no API keys. */
  partner_id: z.nullable(z.string()),
  /** Balances in dollars: `available` excludes reserved amounts, and is negative after a reversal of withdrawn earnings. */
  purses: z.array(z.object({ purse: z.enum(PURSES), owed: z.string(), available: z.string(), accrued: z.string(), paid: z.string() })),
  /** Open ones, then the newest. */
  withdrawals: z.array(z.object({ id: z.string(), status: z.enum(WITHDRAWAL_STATUSES), purse_amount: z.string(), created_at: z.string() })),
  completed: z.number(),
  refunded: z.number(),
  failed: z.number(),
  open: z.number(),
  /** Exchanged amount at current prices; null: a price is missing. */
  turnover_usd: z.nullable(z.string()),
  /** The newest orders. */
  orders: z.array(OrderAttributes),
  limits: z.object({ order_usd: usd, day_usd: usd, month_usd: usd, version: z.number() }),
  /** Amount paid in the last day and thirty days, in dollars; null: a price is missing. */
  used: z.object({ day_usd: z.nullable(z.string()), month_usd: z.nullable(z.string()) }),
  /** Blacklist entries in force for this customer. */
  blacklist: z.array(z.object({ id: z.string(), ...BlacklistEntryAttributes._zod.def.shape })),
  notes: z.array(CustomerNote),
  may_note: z.array(z.enum(NOTE_AUDIENCES)),
  sessions: z.array(
    z.object({ device: z.nullable(z.string()), network: z.nullable(z.string()), created_at: z.string(), last_seen_at: z.string() }),
  ),
  cards: z.array(z.object({ masked: z.string(), state: z.string(), created_at: z.string() })),
  wallets: z.array(z.object({ system: z.string(), masked: z.array(z.string()), label: z.nullable(z.string()), last_used_at: z.string() })),
  linked: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      by: z.array(z.enum(LINKED_BY)),
      strength: z.enum(LINK_STRENGTHS),
      orders: z.number(),
      said: PairVerdict,
    }),
  ),
});
export type CustomerCardAttributes = z.output<typeof CustomerCardAttributes>;

const card = { kind: 'resource', type: 'customer_cards', attributes: CustomerCardAttributes, status: 200 } as const;
const PATH = '/api/office/v1/customers';

const filter = {
  q: z.optional(z.string().check(z.maxLength(254))),
  kind: z.optional(z.enum(['account', 'guest', 'limited'])),
  /** When the customer created the latest order. */
  ...dayRangeQuery,
};

export const officeListCustomers = endpoint({
  name: 'officeListCustomers',
  summary:
    'Lists customers, most recent order first; `q`: part of an e-mail, an order number, or requisites or a phone number whole or by their ends',
  method: 'GET',
  path: PATH,
  action: 'read_customers',
  query: z.object({ ...filter, ...pagingQuery, sort: sortQuery('last_order_at', 'orders', 'known_since') }),
  reply: { kind: 'collection', type: 'customer_rows', attributes: CustomerRowAttributes, paged: true },
  refusals: [],
});

export const officeCustomersCsv = endpoint({
  name: 'officeCustomersCsv',
  summary: 'Exports customers as CSV with formulas escaped, most recent order first; recorded in the audit log',
  method: 'GET',
  path: `${PATH}.csv`,
  action: 'export_customers',
  query: z.object(filter),
  reply: csvReply,
  refusals: ['too_many_requests'],
});

export const officeGetCustomerCard = endpoint({
  name: 'officeGetCustomerCard',
  summary: 'Returns a customer: orders, turnover, limits, blacklist entries, sessions, cards, wallets, linked customers',
  method: 'GET',
  path: `${PATH}/{id}`,
  action: 'read_customers',
  params: idParams,
  reply: card,
  refusals: ['not_found'],
});

export const officeSetCustomerLimits = endpoint({
  name: 'officeSetCustomerLimits',
  summary: "Sets the customer's own limits in whole dollars: above one, a person reviews the payout; null: no limit",
  method: 'POST',
  path: `${PATH}/{id}/limits`,
  action: 'change_customers',
  params: idParams,
  body: z.object({ order_usd: usd, day_usd: usd, month_usd: usd, version: rowVersion, note: z.string().check(z.maxLength(2000)) }),
  bodyType: 'customer_limits',
  reply: card,
  refusals: ['not_found', 'required', 'edit_conflict'],
});

export const officeNoteOnCustomer = endpoint({
  name: 'officeNoteOnCustomer',
  summary: "Adds a note about a customer, shown on all of the customer's orders to its audience",
  method: 'POST',
  path: `${PATH}/{id}/notes`,
  action: 'claim_order',
  params: idParams,
  body: z.object({ note: z.string().check(z.maxLength(2000)), audience: z.enum(NOTE_AUDIENCES) }),
  bodyType: 'customer_notes',
  reply: card,
  refusals: ['not_found', 'required', 'access_denied'],
});

export const officeSignOutCustomer = endpoint({
  name: 'officeSignOutCustomer',
  summary: 'Ends all sessions of a customer; the password stays',
  method: 'POST',
  path: `${PATH}/{id}/sign_out`,
  action: 'change_customers',
  params: idParams,
  body: z.object({ note: z.string().check(z.maxLength(2000)) }),
  bodyType: 'customer_sessions',
  reply: card,
  refusals: ['not_found', 'required'],
});

export const officeListTrace = endpoint({
  name: 'officeListTrace',
  summary: 'Blocks a customer by a trace of one order, without revealing its value; of requisites, by every identifying value',
  method: 'POST',
  path: `${PATH}/{id}/blacklist_entries`,
  action: 'change_blacklist',
  params: idParams,
  body: z.object({ trace: z.enum(TRACES), order_id: z.optional(z.nullable(recordId)), ...ENTRY_TERMS }),
  bodyType: 'blacklist_entries',
  reply: card,
  refusals: ['not_found', 'required', 'invalid_format', 'order_state_conflict'],
});

export const officeJudgePair = endpoint({
  name: 'officeJudgePair',
  summary:
    'Records that two customers are one person or unrelated, with a reason; `other`: an id or an e-mail. Replaces an earlier verdict',
  method: 'POST',
  path: `${PATH}/{id}/pairs`,
  action: 'change_customers',
  params: idParams,
  body: z.object({
    other: z.string().check(z.minLength(1), z.maxLength(254)),
    verdict: z.enum(PAIR_VERDICTS),
    note: z.string().check(z.maxLength(2000)),
  }),
  bodyType: 'customer_pairs',
  reply: card,
  refusals: ['not_found', 'required', 'order_state_conflict'],
});

export const officeTakeBackPair = endpoint({
  name: 'officeTakeBackPair',
  summary: 'Withdraws a verdict on two customers, with a reason',
  method: 'POST',
  path: `${PATH}/{id}/pairs/{other_id}/take_back`,
  action: 'change_customers',
  params: z.object({ id: recordId, other_id: recordId }),
  body: z.object({ note: z.string().check(z.maxLength(2000)) }),
  bodyType: 'customer_pairs',
  reply: card,
  refusals: ['not_found', 'required', 'order_state_conflict'],
});

export const officeRevealCustomerRequisites = endpoint({
  name: 'officeRevealCustomerRequisites',
  summary: 'Returns the full requisites of one side of an order; each view is recorded in the audit log',
  method: 'POST',
  path: `${PATH}/{id}/orders/{order_id}/requisites/{side}`,
  action: 'reveal_customers',
  params: z.object({ id: recordId, order_id: recordId, side: z.enum(['income', 'outcome']) }),
  reply: { kind: 'resource', type: 'requisites', attributes: z.object({ requisites: z.array(RequisiteLine) }), status: 200 },
  refusals: ['not_found'],
});
