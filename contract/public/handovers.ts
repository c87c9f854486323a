import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));

export const HandoverAttributes = z.object({
  order_id: z.string(),
  /** `waiting`: nobody has opened it yet. `ended`: its time is over, or a newer code took its place. */
  state: z.enum(['waiting', 'opened', 'ended']),
  expires_at: z.string(),
  server_time: z.string(),
  /** Opens the order once; present once, in the answer to its making. */
  token: z.optional(z.string()),
});
export type HandoverAttributes = z.output<typeof HandoverAttributes>;

const reply = { kind: 'resource', type: 'handovers', attributes: HandoverAttributes } as const;

export const createHandover = endpoint({
  name: 'createHandover',
  summary: 'A one-time code that opens this order on another device within two minutes; ends the codes made before it (ours)',
  method: 'POST',
  path: '/api/v1/orders/{id}/handovers',
  action: 'exchange',
  params: z.object({ id }),
  reply: { ...reply, status: 201 },
  refusals: ['not_found', 'too_many_requests'],
});

export const getHandover = endpoint({
  name: 'getHandover',
  summary: 'Whether a code has been used (ours)',
  method: 'GET',
  path: '/api/v1/orders/{id}/handovers/{handover_id}',
  action: 'exchange',
  params: z.object({ id, handover_id: id }),
  reply: { ...reply, status: 200 },
  refusals: ['not_found'],
});

export const openHandover = endpoint({
  name: 'openHandover',
  summary: 'Uses a code: the browser that sends it holds this one order from then on, by cookie (ours)',
  method: 'POST',
  path: '/api/v1/handovers/open',
  action: 'exchange',
  bodyType: 'handovers',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: { ...reply, status: 200 },
  refusals: ['invalid_token', 'too_many_requests'],
});
