import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const EXPORT_STATES = ['queued', 'ready', 'failed', 'taken', 'over'] as const;

export const DataExportAttributes = z.object({
  state: z.enum(EXPORT_STATES),
  /** Number of collected parts, and their total. */
  done: z.number(),
  parts: z.number(),
  size: z.nullable(z.number()),
  requested_at: z.string(),
  /** Download deadline. */
  expires_at: z.string(),
});
export type DataExportAttributes = z.output<typeof DataExportAttributes>;

const dataExports = { type: 'data_exports', attributes: DataExportAttributes } as const;

export const requestDataExport = endpoint({
  name: 'requestDataExport',
  summary: 'Starts an archive of all personal data of the caller; returns the one in progress, if any',
  method: 'POST',
  path: '/api/v1/user/exports',
  action: 'change_account',
  bodyType: 'data_exports',
  reply: { kind: 'resource', ...dataExports, status: 202 },
  refusals: [],
});

export const listDataExports = endpoint({
  name: 'listDataExports',
  summary: "Lists the caller's archives, newest first",
  method: 'GET',
  path: '/api/v1/user/exports',
  action: 'read_account',
  reply: { kind: 'collection', ...dataExports },
  refusals: [],
});

export const takeDataExport = endpoint({
  name: 'takeDataExport',
  summary: 'Downloads an archive once, after a recent proof of identity; the archive is then deleted',
  method: 'GET',
  path: '/api/v1/user/exports/{id}/file',
  action: 'read_account',
  params: z.object({ id: z.uuid() }),
  reply: { kind: 'file', mediaType: 'application/zip', page: '/account/data' },
  refusals: ['not_found', 'fresh_factor_required'],
});

export const ErasureAttributes = z.object({
  requested_at: z.string(),
  /** When the personal data in orders is erased; all other data is erased at once. */
  orders_erased_after: z.string(),
});
export type ErasureAttributes = z.output<typeof ErasureAttributes>;

export const eraseAccount = endpoint({
  name: 'eraseAccount',
  summary: "Deletes the account and its owner's personal data; amounts and orders remain, anonymised",
  method: 'POST',
  path: '/api/v1/user/erasure',
  action: 'change_account',
  /** The account's e-mail, typed as a confirmation. */
  body: z.object({ email: z.string().check(z.maxLength(254)) }),
  bodyType: 'erasures',
  reply: { kind: 'resource', type: 'erasures', attributes: ErasureAttributes, status: 202 },
  refusals: ['fresh_factor_required', 'access_denied', 'order_state_conflict', 'required', 'invalid_format'],
});
