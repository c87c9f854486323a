import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import webPush from 'web-push';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { ChannelAnswer, Notice, NoticeChannel } from '#server/mails/notices/channel.ts';
import { callPublic, PublicCallError, type Resolve } from '#server/platform/call-public.ts';
import { retryAfterOf } from '#server/webhooks/retry-after.ts';
import { checkWebhookUrl, isAllowedHost } from '#server/webhooks/webhook-url.ts';
import { pushKeys } from './push-keys.ts';
import { findSealed, forgetEndpoint } from './subscription-store.ts';

export type PushDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'settings' | 'shop'> & {
  /** Asks for the addresses of a name; the name servers, where nothing else is given. */
  readonly resolve?: Resolve;
};

/** What a browser gave us of itself, as it lies sealed. */
export const Subscription = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
type Subscription = z.output<typeof Subscription>;

const DEADLINE_MS = 10 * SECOND_MS;
/** News of an order is none a day later. */
const TTL_SECONDS = (12 * HOUR_MS) / SECOND_MS;
/** A push service takes 4096 bytes; letters of two bytes and the seal leave this much room. */
const MOST_CHARACTERS = 900;

/** Under one topic a service keeps the newest message alone, as does the browser under one tag (RFC 8030: 32 characters). */
const topicOf = (about: string): string => createHash('sha256').update(about).digest('base64url').slice(0, 32);

const bodyOf = (notice: Notice): string =>
  JSON.stringify({
    title: notice.title.slice(0, 200),
    text: notice.text.slice(0, MOST_CHARACTERS),
    url: notice.url,
    tag: topicOf(notice.about),
    lang: notice.locale,
  });

/** Who answers for what is sent, as a push service may ask. */
const subjectOf = ({ settings, shop }: PushDeps): string => {
  const email = shop.of('contacts').email ?? settings.supportEmail;
  return email === null ? `mailto:no-reply@${new URL(settings.publicUrl).hostname}` : `mailto:${email}`;
};

async function post(deps: PushDeps, { endpoint, p256dh, auth }: Subscription, notice: Notice): Promise<ChannelAnswer> {
  const { webhookHosts = [], publicUrl } = deps.settings;
  // Browsers tell us the address, and a browser is a stranger
  const checked = checkWebhookUrl(endpoint, { allowedHosts: webhookHosts, ownHost: new URL(publicUrl).hostname });
  if (!checked.ok) return { outcome: 'gone' };
  const keys = await pushKeys(deps, deps.db);
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, bodyOf(notice), {
    vapidDetails: { subject: subjectOf(deps), ...keys },
    TTL: TTL_SECONDS,
    topic: topicOf(notice.about),
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  });
  const answer = await callPublic(
    {
      url: checked.url,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body: body ?? '',
      deadlineMs: DEADLINE_MS,
      maxBytes: 1024,
    },
    { isTrusted: isAllowedHost(checked.url, webhookHosts), ...(deps.resolve === undefined ? {} : { resolve: deps.resolve }) },
  );
  if (answer.status >= 200 && answer.status < 300) return { outcome: 'told' };
  if (answer.status === 404 || answer.status === 410) return { outcome: 'gone' };
  const afterMs = retryAfterOf(answer.retryAfter, deps.clock.now()) ?? 0;
  return { outcome: 'later', reason: `status ${answer.status}`, afterMs };
}

/** Messages to browsers (RFC 8030), sealed for each of them by the library (RFC 8291): the service in between reads nothing. */
export const pushNotices = (deps: PushDeps): NoticeChannel => ({
  name: 'push',
  async tell(placeId, notice) {
    const row = await findSealed(deps.db, placeId);
    if (row === undefined) return { outcome: 'gone' };
    const subscription = Subscription.parse(JSON.parse(deps.secrets.unseal(row.subscription_sealed)));
    try {
      const answer = await post(deps, subscription, notice);
      if (answer.outcome === 'gone') await forgetEndpoint(deps.db, placeId);
      return answer;
    } catch (error) {
      if (!(error instanceof PublicCallError)) throw error;
      if (error.reason === 'forbidden_address') await forgetEndpoint(deps.db, placeId);
      return error.reason === 'forbidden_address' ? { outcome: 'gone' } : { outcome: 'later', reason: error.reason, afterMs: 0 };
    }
  },
});
