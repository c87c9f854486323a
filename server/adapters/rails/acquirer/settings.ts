import * as z from 'zod';
import { ACQUIRER_PREFIX } from '#server/adapters/rails/port.ts';
import { FORMATS } from './document.ts';
import { Signature, type Tree } from './signature.ts';

const template = z.string().min(1).max(2000);
const path = z.string().regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, 'must be a path of names');
const templates = z.record(z.string(), template).default({});
const tree: z.ZodType<Tree> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(tree), z.record(z.string(), tree)]),
);

/** Status of a payment in our terms; an unlisted status of the acquirer means that we cannot tell yet. */
export const PAYMENT_STATUSES = ['waiting', 'seen', 'final', 'failed', 'returned', 'partly_returned'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Paths of a payment's fields in a document of the acquirer. */
const PaymentPaths = z
  .strictObject({
    /** Optional only for a response to a request by our reference that does not repeat the reference. */
    reference: path.optional(),
    payment: path.optional(),
    amount: path,
    unit: z.enum(['major', 'minor']),
    currency: path.optional(),
    status: path.optional(),
    /** Total returned of the payment, if reported. */
    given_back: path.optional(),
    words: z.record(z.string(), z.enum(PAYMENT_STATUSES)).default({}),
    /** Paths without which an entry is no payment yet. */
    needs: z.array(path).default([]),
    /** The status of every payment if there is no status field. */
    always: z.enum(['final']).optional(),
  })
  .refine(({ status, always }) => (status === undefined) !== (always === undefined), 'needs either status with words, or always');
export type PaymentPaths = z.output<typeof PaymentPaths>;

/** An HTTP request of ours. */
const Call = z.strictObject({
  method: z.enum(['GET', 'POST']),
  url: template,
  headers: templates,
  basic: z.strictObject({ user: template, password: template }).optional(),
  json: tree.optional(),
  form: z.record(z.string(), template).optional(),
  signature: Signature.optional(),
  answer: z.enum(FORMATS).default('json'),
  /** Fields that a response must contain to be read at all: some report errors with status 200. */
  where: z.record(path, z.string()).default({}),
});
export type Call = z.output<typeof Call>;

const FormOffer = z.strictObject({
  kind: z.literal('form'),
  url: template,
  method: z.enum(['GET', 'POST']).default('POST'),
  fields: z.record(z.string(), template),
  signature: Signature.optional(),
});
const RedirectOffer = z.strictObject({
  kind: z.literal('redirect'),
  create: Call,
  /** Path of the page's URL in the response, and of the acquirer's payment id. */
  page: path,
  payment: path.optional(),
});

const Callback = z.strictObject({
  body: z.enum(FORMATS),
  signature: Signature.optional(),
  /** Location of the signature. */
  in: z.union([z.strictObject({ header: z.string() }), z.strictObject({ field: path })]).optional(),
  /** `signed`: the content of a signed callback is trusted. `asked`: a callback only triggers a status request. */
  believed: z.enum(['signed', 'asked']),
  read: PaymentPaths,
  reply: z
    .strictObject({ text: z.string(), type: z.string().default('text/plain; charset=utf-8'), signature: Signature.optional() })
    .optional(),
});

const Refund = z.strictObject({
  call: Call,
  /** Whether the acquirer executes repeated calls with the same `{refund}` once. */
  repeatable: z.boolean(),
  ask: Call.optional(),
  /** Fields that a response must contain to be read at all: some report the payment's status even if they refused the refund. */
  where: z.record(path, z.string()).default({}),
  state: path,
  words: z.record(z.string(), z.enum(['executed', 'failed', 'waiting'])),
  id: path.optional(),
});

/** Status of a payout in our terms; an unlisted one means that we cannot tell. `destination`: it failed because of its destination. */
export const PAYOUT_STATUSES = ['executed', 'waiting', 'failed', 'destination'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
const payoutWords = z.record(z.string(), z.enum(PAYOUT_STATUSES));

/** Where a list of entries stands in a response, and which of them are meant: paths whose values must equal templates. */
const Entries = { list: path.optional(), same: z.record(path, template).default({}) };

/** A transfer to a customer. It is called once; whether it was executed, the acquirer says when it is asked by our reference. */
const Payout = z.strictObject({
  call: Call,
  /** Paths of the call's result, tried in order: the first listed word counts. It is never `executed`: only `ask` says that. */
  result: z.strictObject({ at: z.array(path).min(1), words: payoutWords }),
  ask: z.strictObject({
    call: Call,
    ...Entries,
    reference: path,
    amount: path,
    unit: z.enum(['major', 'minor']),
    status: path,
    words: payoutWords,
    id: path.optional(),
    /** Amount taken from our account, if reported: the excess over `amount` is the fee. */
    debited: path.optional(),
  }),
});
export type Payout = z.output<typeof Payout>;

/** What can be paid out. A payout above it is not called. */
const Balance = z.strictObject({
  call: Call,
  ...Entries,
  /** Path that may contain `{currency}`. */
  available: z.string().regex(/^[A-Za-z0-9_{}-]+(\.[A-Za-z0-9_{}-]+)*$/, 'must be a path of names'),
});

/** One acquirer as the shop describes it (docs/how-to/add-an-acquirer.md). Contains no secret values, only names: `{secret.password}`. */
export const AcquirerSettings = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9]{1,19}$/, 'must be 2 to 20 small letters or digits'),
  title: z.string().min(1).max(60),
  /** The acquirer's test shop: its money is not real. */
  test: z.boolean().default(false),
  /** Our currencies that it accepts, each with the acquirer's code. */
  currencies: z.record(z.string(), z.string()).refine((all) => Object.keys(all).length > 0, 'must name a currency'),
  /** Decimals of its amounts. */
  decimals: z.int().min(0).max(8).default(2),
  /** Origins of all its pages. */
  origins: z.array(z.url()).min(1).max(10),
  /** How it identifies our order: by our order id, or by a number if it accepts only numbers. */
  reference: z.enum(['order', 'number']).default('order'),
  offer: z.discriminatedUnion('kind', [FormOffer, RedirectOffer]),
  callback: Callback,
  status: z.strictObject({ call: Call, list: path.optional(), read: PaymentPaths }).optional(),
  refund: Refund.optional(),
  payout: Payout.optional(),
  balance: Balance.optional(),
});
export type AcquirerSettings = z.output<typeof AcquirerSettings>;

/** Settings with the values of the secrets they name. */
export interface Acquirer {
  readonly settings: AcquirerSettings;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Name of the acquirer's rail. */
export const railNameOf = ({ name }: Pick<AcquirerSettings, 'name'>): string => `${ACQUIRER_PREFIX}${name}`;
