import * as z from 'zod/mini';
import { idParams, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

export const HandoverAttributes = z.object({
  order_id: z.string(),
  /** `waiting`: not opened yet. `ended`: expired, or replaced by a newer code. */
  state: z.enum(['waiting', 'opened', 'ended']),
  expires_at: z.string(),
  server_time: z.string(),
  /** One-time token that opens the order; only in the response to its creation. */
  token: z.optional(z.string()),
});
export type HandoverAttributes = z.output<typeof HandoverAttributes>;

const reply = { kind: 'resource', type: 'handovers', attributes: HandoverAttributes } as const;

export const createHandover = endpoint({
  name: 'createHandover',
  summary: 'Creates a one-time code that opens this order on another device within two minutes; earlier codes end',
  method: 'POST',
  path: '/api/v1/orders/{id}/handovers',
  action: 'exchange',
  params: idParams,
  reply: { ...reply, status: 201 },
  refusals: ['not_found', 'too_many_requests'],
});

export const getHandover = endpoint({
  name: 'getHandover',
  summary: 'Returns whether a code has been used',
  method: 'GET',
  path: '/api/v1/orders/{id}/handovers/{handover_id}',
  action: 'exchange',
  params: z.object({ id: recordId, handover_id: recordId }),
  reply: { ...reply, status: 200 },
  refusals: ['not_found'],
});

export const openHandover = endpoint({
  name: 'openHandover',
  summary: 'Redeems a code: the browser gets access to this one order, by cookie',
  method: 'POST',
  path: '/api/v1/handovers/open',
  action: 'exchange',
  bodyType: 'handovers',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: { ...reply, status: 200 },
  refusals: ['invalid_token', 'too_many_requests'],
});
