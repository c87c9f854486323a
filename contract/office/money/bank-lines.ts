import * as z from 'zod/mini';
import { MATCH_KINDS, NEAR_REASONS } from '#core/statements/match.ts';
import { LINE_ENDS, LINE_SOURCES, LINE_STATES } from '#core/statements/line-state.ts';
import { MAX_STATEMENT_BYTES } from '#core/file/file-limits.ts';
import { READ_PROBLEMS } from '#core/statements/entry.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));
const text = z.string().check(z.maxLength(200));
const note = z.string().check(z.maxLength(2000));
const params = z.object({ id });

const Suggestion = z.object({
  order_id: z.string(),
  kind: z.enum(MATCH_KINDS),
  /** Why it is only near; null for any other kind. */
  near_because: z.nullable(z.enum(NEAR_REASONS)),
  /** What came less what the order still waits for. */
  difference: z.string(),
  /** What the order still waits for: all that it asked, or the rest of a part that has come. */
  asked_amount: z.string(),
});
export type SuggestionAttributes = z.output<typeof Suggestion>;

/** What was entered with the same operation number; `order_id`: null where no order is known for it. */
const NumberEntry = z.object({ amount: z.string(), order_id: z.nullable(z.string()) });
export type NumberEntryAttributes = z.output<typeof NumberEntry>;

const told = {
  amount: z.string(),
  currency_iso_code: z.string(),
  at: z.string(),
  is_day_only: z.boolean(),
  reference: z.nullable(z.string()),
  last_digits: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  text: z.string(),
};

export const BankLineAttributes = z.object({
  ...told,
  payment_system_id: z.string(),
  source: z.enum(LINE_SOURCES),
  recorded_by: z.nullable(z.string()),
  recorded_at: z.string(),
  state: z.enum(LINE_STATES),
  order_id: z.nullable(z.string()),
  ended_by: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  end_reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  suggestions: z.array(Suggestion),
  /** Other entries of its operation number: it is matched by a person alone, who says why. */
  same_number: z.array(NumberEntry),
});
export type BankLineAttributes = z.output<typeof BankLineAttributes>;

export const StatementReadingAttributes = z.object({
  format: z.enum(['1c', 'csv', 'text']),
  /** Heads of the table, and which of them is what; empty where it is no table. */
  heads: z.array(z.string()),
  mapping: z.record(z.string(), z.number()),
  /** The mapping was said before for a table with these heads. */
  is_mapping_known: z.boolean(),
  lines: z.array(
    z.object({
      ...told,
      is_known: z.boolean(),
      suggestions: z.array(Suggestion),
      same_number: z.array(NumberEntry),
    }),
  ),
  /** What was left out, and why. */
  left_out: z.array(z.object({ text: z.string(), problem: z.enum(READ_PROBLEMS) })),
});
export type StatementReadingAttributes = z.output<typeof StatementReadingAttributes>;

const line = { kind: 'resource', type: 'bank_lines', attributes: BankLineAttributes, status: 200 } as const;
const upload = {
  body: z.object({
    payment_system_id: id,
    requisite_id: z.optional(z.string().check(z.maxLength(64))),
    /** JSON: which column of the table is what, by place. */
    mapping: z.optional(z.string().check(z.maxLength(1000))),
    /** `false`: nothing is matched at once. */
    automatic: z.optional(z.enum(['true', 'false'])),
  }),
  files: { statement: { required: true, maxBytes: MAX_STATEMENT_BYTES } },
} as const;

export const officeReadStatement = endpoint({
  name: 'officeReadStatement',
  summary:
    'What is understood of a bank’s statement (1C, CSV, pasted text as a file), before anything is kept: lines, what they may be the money of, what is left out',
  method: 'POST',
  path: '/api/office/v1/bank_lines/read',
  action: 'record_statements',
  ...upload,
  effect: 'calculation',
  reply: { kind: 'resource', type: 'statement_readings', attributes: StatementReadingAttributes, status: 200 },
  refusals: ['not_found', 'invalid_file_type', 'file_too_large'],
});

export const officeImportStatement = endpoint({
  name: 'officeImportStatement',
  summary:
    'Takes the same: each line once, however often it comes; what certainly is one order’s money is recorded there, all else stays in suspense',
  method: 'POST',
  path: '/api/office/v1/bank_lines/import',
  action: 'record_statements',
  ...upload,
  reply: {
    kind: 'resource',
    type: 'statement_imports',
    attributes: z.object({ added: z.number(), known: z.number(), matched: z.number(), left_out: z.number() }),
    status: 201,
  },
  refusals: ['not_found', 'required', 'invalid_file_type', 'file_too_large'],
});

export const officeAddBankLine = endpoint({
  name: 'officeAddBankLine',
  summary: 'One line typed by hand',
  method: 'POST',
  path: '/api/office/v1/bank_lines',
  action: 'record_statements',
  body: z.object({ payment_system_id: id, amount: text, at: text, reference: text, last_digits: text, sender: text }),
  reply: {
    kind: 'resource',
    type: 'bank_lines',
    attributes: z.object({ added: z.number(), known: z.number(), matched: z.number() }),
    status: 201,
  },
  refusals: ['not_found', 'not_allowed_amount', 'invalid_format'],
});

export const officeListBankLines = endpoint({
  name: 'officeListBankLines',
  summary:
    'Bank lines: those in suspense with what they may be the money of, the oldest first, or those that are over; `meta.unmatched` counts what waits',
  method: 'GET',
  path: '/api/office/v1/bank_lines',
  action: 'read_statements',
  query: z.object({
    state: z.optional(z.enum(['unmatched', 'ended'])),
    payment_system_id: z.optional(id),
    q: z.optional(text),
    ...pagingQuery,
    sort: sortQuery('at', 'amount'),
  }),
  reply: { kind: 'collection', type: 'bank_lines', attributes: BankLineAttributes, paged: true, meta: z.object({ unmatched: z.number() }) },
  refusals: [],
});

export const officeMatchBankLine = endpoint({
  name: 'officeMatchBankLine',
  summary:
    'Says whose money a line is: recorded at the order as an observation, or only explained where this very money was recorded before (`is_same`). Refused where somebody has recorded it meanwhile',
  method: 'POST',
  path: '/api/office/v1/bank_lines/{id}/match',
  action: 'record_statements',
  params,
  body: z.object({
    order_id: id,
    is_same: z.boolean(),
    /** Why it is this order's; required where the line is only near it, or its operation number was entered before. */
    reason: z.optional(note),
    /** What the line was suggested as; another by now is refused. */
    kind: z.optional(z.enum(MATCH_KINDS)),
  }),
  bodyType: 'bank_lines',
  reply: line,
  refusals: ['not_found', 'lease_held', 'order_state_conflict', 'required', 'invalid_format', 'not_allowed_amount'],
});

export const officeEndBankLine = endpoint({
  name: 'officeEndBankLine',
  summary:
    'Ends a line that is nobody’s: sent back (with the bank’s reference), kept as ours, or a mistake; the last two, and large ones sent back, wait for a second person (`meta.approval_id`)',
  method: 'POST',
  path: '/api/office/v1/bank_lines/{id}/end',
  action: 'record_statements',
  params,
  body: z.object({ outcome: z.enum(LINE_ENDS), reference: text, note }),
  bodyType: 'bank_lines',
  reply: { ...line, meta: z.object({ approval_id: z.nullable(z.string()) }) },
  refusals: ['approval_conflict', 'not_found', 'order_state_conflict', 'required'],
});
