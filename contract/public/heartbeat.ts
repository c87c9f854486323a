import * as z from 'zod/mini';
import { HEARTBEAT_STATES } from '#core/staff/heartbeat.ts';
import { endpoint } from '#contract/endpoint.ts';

export const HeartbeatAttributes = z.object({
  state: z.enum(HEARTBEAT_STATES),
  /** When this answer was made, at most ten seconds ago. */
  at: z.string(),
  /** When a job last ran; null: not yet. */
  jobs_at: z.nullable(z.string()),
  /**
   * Compact JWS (RFC 7515, `EdDSA`) of `iss` (the site), `iat`, `exp`, `state` and `jobs_at`, in seconds. Only it proves the answer: a
   * watcher checks it with the key recorded at its setup.
   */
  signature: z.string(),
  /** Ed25519 key of the signature, base64url: recorded once, never trusted from the answer that it should prove. */
  public_key: z.string(),
});
export type HeartbeatAttributes = z.output<typeof HeartbeatAttributes>;

export const getHeartbeat = endpoint({
  name: 'getHeartbeat',
  summary: 'Returns the signed state of the service, for a watcher outside; a frozen or forged answer fails the check of its signature',
  method: 'GET',
  path: '/api/v1/heartbeat',
  action: 'browse',
  reply: { kind: 'resource', type: 'heartbeats', attributes: HeartbeatAttributes, status: 200 },
  refusals: [],
});
