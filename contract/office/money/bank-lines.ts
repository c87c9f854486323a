import * as z from 'zod/mini';
import { MATCH_KINDS, NEAR_REASONS } from '#core/statements/match.ts';
import { LINE_ENDS, LINE_SOURCES, LINE_STATES, READ_PROBLEMS } from '#core/statements/entry.ts';
import { MAX_STATEMENT_BYTES } from '#core/file/file-rules.ts';
import { idParams, operatorNote, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { csvReply, dayRangeQuery, pagingQuery, sortQuery } from '#contract/list-query.ts';

const text = z.string().check(z.maxLength(200));

const Suggestion = z.object({
  order_id: z.string(),
  kind: z.enum(MATCH_KINDS),
  /** Why the match is only near; null for other kinds. */
  near_because: z.nullable(z.enum(NEAR_REASONS)),
  /** Amount of the line minus the amount due. */
  difference: z.string(),
  /** Amount due: the whole amount of the order, or the rest after a partial payment. */
  asked_amount: z.string(),
});
export type SuggestionAttributes = z.output<typeof Suggestion>;

/** Another entry with the same operation number; `order_id` null: no order known. */
const NumberEntry = z.object({ amount: z.string(), order_id: z.nullable(z.string()) });
export type NumberEntryAttributes = z.output<typeof NumberEntry>;

const lineFields = {
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
  ...lineFields,
  payment_system_id: z.string(),
  source: z.enum(LINE_SOURCES),
  recorded_by: z.nullable(z.string()),
  recorded_at: z.string(),
  state: z.enum(LINE_STATES),
  order_id: z.nullable(z.string()),
  /** The line that this one is a part of; null: not a part. The parts of a line sum exactly to it. */
  split_of: z.nullable(z.string()),
  ended_by: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  end_reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  suggestions: z.array(Suggestion),
  /** Other entries with this operation number: matched only by an operator, with a reason. */
  same_number: z.array(NumberEntry),
});
export type BankLineAttributes = z.output<typeof BankLineAttributes>;

export const StatementReadingAttributes = z.object({
  format: z.enum(['1c', 'csv', 'text']),
  /** Table headings and their mapping to members; empty: not a table. */
  heads: z.array(z.string()),
  mapping: z.record(z.string(), z.number()),
  /** The mapping was saved before for a table with these headings. */
  is_mapping_known: z.boolean(),
  lines: z.array(
    z.object({
      ...lineFields,
      is_known: z.boolean(),
      suggestions: z.array(Suggestion),
      same_number: z.array(NumberEntry),
    }),
  ),
  /** Skipped rows with the reason. */
  left_out: z.array(z.object({ text: z.string(), problem: z.enum(READ_PROBLEMS) })),
});
export type StatementReadingAttributes = z.output<typeof StatementReadingAttributes>;

const line = { kind: 'resource', type: 'bank_lines', attributes: BankLineAttributes, status: 200 } as const;
const upload = {
  body: z.object({
    payment_system_id: recordId,
    requisite_id: z.optional(z.string().check(z.maxLength(64))),
    /** JSON: column index by member. */
    mapping: z.optional(z.string().check(z.maxLength(1000))),
    /** `false`: no automatic matching. */
    automatic: z.optional(z.enum(['true', 'false'])),
  }),
  files: { statement: { required: true, maxBytes: MAX_STATEMENT_BYTES } },
} as const;

export const officeReadStatement = endpoint({
  name: 'officeReadStatement',
  summary: 'Previews a bank statement (1C, CSV, or pasted text as a file) without storing it: lines, suggested orders, skipped rows',
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
    'Imports a bank statement: each line once, also when uploaded again; certain matches are recorded at their orders, all other lines go to suspense',
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
  summary: 'Adds one bank line by hand',
  method: 'POST',
  path: '/api/office/v1/bank_lines',
  action: 'record_statements',
  body: z.object({ payment_system_id: recordId, amount: text, at: text, reference: text, last_digits: text, sender: text }),
  reply: {
    kind: 'resource',
    type: 'bank_lines',
    attributes: z.object({ added: z.number(), known: z.number(), matched: z.number() }),
    status: 201,
  },
  refusals: ['not_found', 'not_allowed_amount', 'invalid_format'],
});

const filter = {
  state: z.optional(z.enum(['unmatched', 'ended'])),
  payment_system_id: z.optional(recordId),
  q: z.optional(text),
  ...dayRangeQuery,
};

export const officeListBankLines = endpoint({
  name: 'officeListBankLines',
  summary:
    'Lists bank lines: those in suspense with suggested orders, oldest first, or resolved ones; `meta.unmatched` counts those in suspense',
  method: 'GET',
  path: '/api/office/v1/bank_lines',
  action: 'read_statements',
  query: z.object({ ...filter, ...pagingQuery, sort: sortQuery('at', 'amount') }),
  reply: { kind: 'collection', type: 'bank_lines', attributes: BankLineAttributes, paged: true, meta: z.object({ unmatched: z.number() }) },
  refusals: [],
});

export const officeBankLinesCsv = endpoint({
  name: 'officeBankLinesCsv',
  summary: 'Exports bank lines as CSV with formulas escaped, newest first; without `state`: all of them',
  method: 'GET',
  path: '/api/office/v1/bank_lines.csv',
  action: 'read_statements',
  query: z.object(filter),
  reply: csvReply,
  refusals: ['too_many_requests'],
});

export const officeMatchBankLine = endpoint({
  name: 'officeMatchBankLine',
  summary:
    'Matches a line to an order: recorded as an observation, or only explained where the same money is already recorded (`is_same`). Refused if another operator has recorded it meanwhile',
  method: 'POST',
  path: '/api/office/v1/bank_lines/{id}/match',
  action: 'record_statements',
  params: idParams,
  body: z.object({
    order_id: recordId,
    is_same: z.boolean(),
    /** Reason of the match; required where it is only near, or its operation number was entered before. */
    reason: z.optional(operatorNote),
    /** Kind of the suggestion shown to the operator; refused if it has changed. */
    kind: z.optional(z.enum(MATCH_KINDS)),
  }),
  bodyType: 'bank_lines',
  reply: line,
  refusals: ['not_found', 'lease_held', 'order_state_conflict', 'required', 'invalid_format', 'not_allowed_amount'],
});

export const officeEndBankLine = endpoint({
  name: 'officeEndBankLine',
  summary:
    "Resolves a line without an order: sent back (with the bank's reference), own money, or a mistake; the last two, and large returns, need a second person (`meta.approval_id`)",
  method: 'POST',
  path: '/api/office/v1/bank_lines/{id}/end',
  action: 'record_statements',
  params: idParams,
  body: z.object({ outcome: z.enum(LINE_ENDS), reference: text, note: operatorNote }),
  bodyType: 'bank_lines',
  reply: { ...line, meta: z.object({ approval_id: z.nullable(z.string()) }) },
  refusals: ['approval_conflict', 'not_found', 'order_state_conflict', 'required'],
});

/** Orders that one payment may be split between. */
export const MAX_LINE_PARTS = 20;

export const officeSplitBankLine = endpoint({
  name: 'officeSplitBankLine',
  summary:
    'Splits a line in suspense between orders: each part is a line of its own, recorded at its order; the rest stays in suspense as another. All parts or none. Refused if another operator has settled or split the line',
  method: 'POST',
  path: '/api/office/v1/bank_lines/{id}/split',
  action: 'record_statements',
  params: idParams,
  body: z.object({
    parts: z.array(z.object({ order_id: recordId, amount: text })).check(z.minLength(1), z.maxLength(MAX_LINE_PARTS)),
    note: operatorNote,
  }),
  bodyType: 'bank_lines',
  reply: line,
  refusals: ['not_found', 'lease_held', 'order_state_conflict', 'required', 'invalid_format', 'not_allowed_amount'],
});

export const officeUnmatchBankLine = endpoint({
  name: 'officeUnmatchBankLine',
  summary:
    'Takes a recorded line back from its order to suspense by a correcting posting; refused once the money of the order is on its way out or was only explained',
  method: 'POST',
  path: '/api/office/v1/bank_lines/{id}/unmatch',
  action: 'record_statements',
  params: idParams,
  body: z.object({ note: operatorNote }),
  bodyType: 'bank_lines',
  reply: line,
  refusals: ['not_found', 'lease_held', 'order_state_conflict', 'required'],
});
