import { accessRefusals } from '#core/access/access.ts';
import type { Endpoint } from './endpoint.ts';
import type { AnswerCode } from './refusals.ts';

const EVERY_CALL: readonly AnswerCode[] = [
  'unknown',
  'too_many_requests',
  // The database is unavailable
  'tech_break',
  'not_acceptable',
  'unsupported_media_type',
  'invalid_parameter',
];
const WITH_ATTRIBUTES: readonly AnswerCode[] = ['required', 'too_short', 'too_long', 'invalid_format'];
/** Refusals of malformed documents. */
const DOCUMENT_REFUSALS: readonly AnswerCode[] = ['invalid_document', 'type_conflict', 'body_too_large', 'required'];
const UNSAFE: readonly AnswerCode[] = ['cross_site_request', ...DOCUMENT_REFUSALS];
const COMMAND: readonly AnswerCode[] = ['idempotency_conflict', 'in_progress', 'invalid_format'];
/** Refusals of an invalid signature or signer. */
const SIGNATURE_REFUSALS: readonly AnswerCode[] = [
  'invalid_signature',
  'timestamp_out_of_range',
  'replayed_request',
  'address_not_allowed',
  'scope_missing',
  'partner_suspended',
];
const UPLOAD: readonly AnswerCode[] = ['file_too_large', 'invalid_document', 'required'];

/** Whether a call changes data: it runs in one transaction and takes `Idempotency-Key`. */
export const isCommand = ({ method, effect }: Endpoint): boolean => method !== 'GET' && effect !== 'calculation';

/** All refusals of a call: its own and those that follow from its shape. The server sends no other code at this address. */
export function callRefusals(endpoint: Endpoint): readonly AnswerCode[] {
  const codes = [
    ...endpoint.refusals,
    ...EVERY_CALL,
    ...(endpoint.params === undefined ? [] : (['not_found'] as const)),
    ...(endpoint.body === undefined ? [] : WITH_ATTRIBUTES),
    ...(endpoint.method === 'GET' ? [] : UNSAFE),
    ...(endpoint.payload === true ? DOCUMENT_REFUSALS : []),
    ...(isCommand(endpoint) ? COMMAND : []),
    ...(endpoint.files === undefined ? [] : UPLOAD),
    ...accessRefusals(endpoint.action),
    ...(endpoint.scope === undefined ? (['scope_missing'] as const) : SIGNATURE_REFUSALS),
  ];
  return [...new Set(codes)];
}
