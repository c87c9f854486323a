import type { OrderNoticesAttributes } from '#contract/account/notices.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { pushKeys } from '#server/push/push-keys.ts';
import { addBrowser, browsersOf, type BrowserInput, isValidKey } from '#server/push/browsers.ts';
import { botName, chatsOf, makeStartLink } from '#server/telegram/chats.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';
import { checkWebhookUrl } from '#server/webhooks/webhook-url.ts';

export type PlaceDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'settings'>;

/** A bot without updates for this long is treated as stopped. */
const BOT_ANSWERS_MS = 10 * MINUTE_MS;

/** Notice channels of an account or order. */
export async function presentPlaces(deps: PlaceDeps, db: Queryable, whose: NoticeOwner): Promise<OrderNoticesAttributes> {
  const { modulesOff = [] } = deps.settings;
  const { publicKey } = await pushKeys(deps, db);
  return {
    bot: modulesOff.includes('telegram') ? null : ((await botName(db, deps.clock.now() - BOT_ANSWERS_MS)) ?? null),
    push_key: modulesOff.includes('push') ? null : publicKey,
    chats: (await chatsOf(db, whose)).map(({ id, linkedAt, isBlocked }) => ({
      id,
      linked_at: linkedAt.toISOString(),
      is_blocked: isBlocked,
    })),
    browsers: (await browsersOf(db, whose)).map(({ id, name, addedAt }) => ({ id, name, added_at: addedAt.toISOString() })),
  };
}

/** A link to the bot; refused while no bot runs. */
export async function createTelegramLink(deps: PlaceDeps, tx: Tx, owner: NoticeOwner, locale: Locale) {
  const bot = await botName(tx, deps.clock.now() - BOT_ANSWERS_MS);
  if (bot === undefined) return refuse({ code: 'not_found' });
  const { url, expiresAt } = await makeStartLink(deps, tx, { owner, bot, locale });
  return accept({ data: { type: 'telegram_links', id: 'new', attributes: { url, expires_at: toRfc3339(expiresAt) } } });
}

/** Adds a browser's push subscription. Its endpoint must be a public host, as for every address given by a client (R49). */
export async function addSubscription(
  deps: PlaceDeps,
  tx: Tx,
  { whose: owner, locale, given }: { readonly whose: NoticeOwner; readonly locale: Locale; readonly given: BrowserInput },
): Promise<Result<null, 'invalid_format'>> {
  const { webhookHosts = [], publicUrl } = deps.settings;
  const checked = checkWebhookUrl(given.endpoint, { allowedHosts: webhookHosts, ownHost: new URL(publicUrl).hostname });
  if (!checked.ok) return refuse({ code: 'invalid_format', field: 'endpoint' });
  if (!isValidKey(given.p256dh)) return refuse({ code: 'invalid_format', field: 'p256dh' });
  await addBrowser(deps, tx, { owner, locale, browser: { ...given, endpoint: checked.url.href } });
  return accept(null);
}
