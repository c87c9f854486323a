import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import webPush from 'web-push';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { ChannelAnswer, Notice, NoticeChannel } from '#server/mails/notices/channel.ts';
import { callPublic, PublicCallError, type Resolve } from '#server/platform/call-public.ts';
import { checkWebhookUrl, isAllowedHost, parseRetryAfterMs } from '#server/webhooks/webhook-request.ts';
import { pushKeys } from './browsers.ts';
import { findSealed, deleteEndpoint } from './subscription-store.ts';

export type PushDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'settings' | 'shop'> & {
  /** The DNS resolver. The system's by default. */
  readonly resolve?: Resolve;
};

/** A browser's push subscription, as stored encrypted. */
const Subscription = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
type Subscription = z.output<typeof Subscription>;

const DEADLINE_MS = 10 * SECOND_MS;
/** Notices about an order are outdated after half a day. */
const TTL_SECONDS = (12 * HOUR_MS) / SECOND_MS;
/** Push services accept 4096 bytes. Two-byte characters and the encryption leave room for this many characters. */
const MAX_TEXT_LENGTH = 900;

/** Push services and browsers keep only the newest message of a topic (RFC 8030: up to 32 characters). */
const topicOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url').slice(0, 32);

const bodyOf = (notice: Notice): string =>
  JSON.stringify({
    title: notice.title.slice(0, 200),
    text: notice.text.slice(0, MAX_TEXT_LENGTH),
    url: notice.url,
    tag: topicOf(notice.topic),
    lang: notice.locale,
  });

/** The contact that VAPID requires. */
const subjectOf = ({ settings, shop }: PushDeps): string => {
  const email = shop.of('contacts').email ?? settings.supportEmail;
  return email === null ? `mailto:no-reply@${new URL(settings.publicUrl).hostname}` : `mailto:${email}`;
};

async function post(deps: PushDeps, { endpoint, p256dh, auth }: Subscription, notice: Notice): Promise<ChannelAnswer> {
  const { webhookHosts = [], publicUrl } = deps.settings;
  // The endpoint comes from a browser, so it is untrusted
  const checked = checkWebhookUrl(endpoint, { allowedHosts: webhookHosts, ownHost: new URL(publicUrl).hostname });
  if (!checked.ok) return { outcome: 'gone' };
  const keys = await pushKeys(deps, deps.db);
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, bodyOf(notice), {
    vapidDetails: { subject: subjectOf(deps), ...keys },
    TTL: TTL_SECONDS,
    topic: topicOf(notice.topic),
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  });
  const response = await callPublic(
    {
      url: checked.url,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body: body ?? '',
      deadlineMs: DEADLINE_MS,
      maxBytes: 1024,
    },
    { isTrusted: isAllowedHost(checked.url, webhookHosts), ...(deps.resolve === undefined ? {} : { resolve: deps.resolve }) },
  );
  if (response.status >= 200 && response.status < 300) return { outcome: 'told' };
  if (response.status === 404 || response.status === 410) return { outcome: 'gone' };
  const afterMs = parseRetryAfterMs(response.retryAfter, deps.clock.now()) ?? 0;
  return { outcome: 'later', reason: `status ${response.status}`, afterMs };
}

/** Web push (RFC 8030), encrypted for each browser (RFC 8291). */
export const pushNotices = (deps: PushDeps): NoticeChannel => ({
  name: 'push',
  async send(placeId, notice) {
    const row = await findSealed(deps.db, placeId);
    if (row === undefined) return { outcome: 'gone' };
    const subscription = Subscription.parse(JSON.parse(deps.secrets.unseal(row.subscription_sealed)));
    try {
      const outcome = await post(deps, subscription, notice);
      if (outcome.outcome === 'gone') await deleteEndpoint(deps.db, placeId);
      return outcome;
    } catch (error) {
      if (!(error instanceof PublicCallError)) throw error;
      if (error.reason === 'forbidden_address') await deleteEndpoint(deps.db, placeId);
      return error.reason === 'forbidden_address' ? { outcome: 'gone' } : { outcome: 'later', reason: error.reason, afterMs: 0 };
    }
  },
});
