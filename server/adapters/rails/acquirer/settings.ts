import * as z from 'zod';
import { FORMATS } from './document.ts';
import { Signature } from './signature.ts';
import type { Tree } from './template.ts';

const template = z.string().min(1).max(2000);
const place = z.string().regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, 'must be a path of names');
const names = z.record(z.string(), template).default({});
const tree: z.ZodType<Tree> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(tree), z.record(z.string(), tree)]),
);

/** What an acquirer's word on a payment means to us; a word that is not listed means that we cannot tell yet. */
export const PAYMENT_WORDS = ['waiting', 'seen', 'final', 'failed', 'returned', 'partly_returned'] as const;
export type PaymentWord = (typeof PAYMENT_WORDS)[number];

/** Where a payment stands in a document of theirs. */
const Read = z
  .strictObject({
    /** Absent only where it answers a question by our reference and does not repeat it. */
    reference: place.optional(),
    payment: place.optional(),
    amount: place,
    unit: z.enum(['major', 'minor']),
    currency: place.optional(),
    status: place.optional(),
    /** What of the payment it has given back in all, where it says so. */
    given_back: place.optional(),
    words: z.record(z.string(), z.enum(PAYMENT_WORDS)).default({}),
    /** What it means where there is no status at all. */
    always: z.enum(['final']).optional(),
  })
  .refine(({ status, always }) => (status === undefined) !== (always === undefined), 'needs either status with words, or always');
export type Read = z.output<typeof Read>;

/** A call of ours. */
const Call = z.strictObject({
  method: z.enum(['GET', 'POST']),
  url: template,
  headers: names,
  basic: z.strictObject({ user: template, password: template }).optional(),
  json: tree.optional(),
  form: z.record(z.string(), template).optional(),
  signature: Signature.optional(),
  answer: z.enum(FORMATS).default('json'),
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
  /** Where the page stands in the answer, and the acquirer's name of the payment. */
  page: place,
  payment: place.optional(),
});

const Callback = z.strictObject({
  body: z.enum(FORMATS),
  signature: Signature.optional(),
  /** Where the signature stands. */
  in: z.union([z.strictObject({ header: z.string() }), z.strictObject({ field: place })]).optional(),
  /** `signed`: what it says counts. `asked`: it only makes us ask. */
  believed: z.enum(['signed', 'asked']),
  read: Read,
  reply: z
    .strictObject({ text: z.string(), type: z.string().default('text/plain; charset=utf-8'), signature: Signature.optional() })
    .optional(),
});

const Refund = z.strictObject({
  call: Call,
  /** Whether the acquirer knows a repeated call by `{refund}` and does it once. */
  repeatable: z.boolean(),
  ask: Call.optional(),
  /** What an answer must say beside to be read at all: some tell the state of the payment also where they have refused to give it back. */
  where: z.record(place, z.string()).default({}),
  state: place,
  words: z.record(z.string(), z.enum(['executed', 'failed', 'waiting'])),
  id: place.optional(),
});

/** One acquirer as its shop describes it (docs/how-to/add-an-acquirer.md). No secret stands in it: secrets are named, `{secret.password}`. */
export const AcquirerSettings = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9]{1,19}$/, 'must be 2 to 20 small letters or digits'),
  title: z.string().min(1).max(60),
  /** The acquirer's own test shop: its money is none. */
  test: z.boolean().default(false),
  /** Currencies of ours that it takes, each with its word for them. */
  currencies: z.record(z.string(), z.string()).refine((all) => Object.keys(all).length > 0, 'must name a currency'),
  /** Decimals of its amounts. */
  decimals: z.int().min(0).max(8).default(2),
  /** Everywhere its pages may be. */
  origins: z.array(z.url()).min(1).max(10),
  /** Whether it knows our order by its name, or by a number where it takes nothing else. */
  reference: z.enum(['order', 'number']).default('order'),
  offer: z.discriminatedUnion('kind', [FormOffer, RedirectOffer]),
  callback: Callback,
  status: z.strictObject({ call: Call, list: place.optional(), read: Read }).optional(),
  refund: Refund.optional(),
});
export type AcquirerSettings = z.output<typeof AcquirerSettings>;

/** With its secrets, and where it calls us. */
export interface Acquirer {
  readonly settings: AcquirerSettings;
  readonly secrets: Readonly<Record<string, string>>;
}

/** The rail of an acquirer. */
export const railNameOf = ({ name }: Pick<AcquirerSettings, 'name'>): string => `acquirer_${name}`;
