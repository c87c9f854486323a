import { createHmac } from 'node:crypto';
import type { Instant } from '#core/time.ts';
import type { Random } from './random.ts';

/** Signatures of Standard Webhooks (standardwebhooks.com): receivers can check them with its libraries. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret. */
export const makeWebhookSecret = (random: Pick<Random, 'bytes'>): string =>
  PREFIX + Buffer.from(random.bytes(SECRET_BYTES)).toString('base64');

const signatureBy = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content)
    .digest('base64')}`;

/** The three headers of a message: signed with its own timestamp, by every valid secret. */
export function webhookHeaders(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Instant; readonly body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at / 1000));
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureBy(secret, content)).join(' '),
  };
}
