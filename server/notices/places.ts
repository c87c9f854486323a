import type { OrderNoticesAttributes } from '#contract/notices.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { pushKeys } from '#server/push/push-keys.ts';
import { addBrowser, browsersOf, type GivenBrowser, isSealable } from '#server/push/browsers.ts';
import { botName, chatsOf } from '#server/telegram/chats.ts';
import { makeStartLink } from '#server/telegram/start-token.ts';
import type { Whose } from '#server/telegram/whose.ts';
import { checkWebhookUrl } from '#server/webhooks/webhook-url.ts';

export type PlaceDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'settings'>;

/** A bot that has said nothing for so long answers nobody. */
const BOT_ANSWERS_MS = 10 * MINUTE_MS;

/** Where an account or an order is told beside the mail. */
export async function presentPlaces(deps: PlaceDeps, db: Queryable, whose: Whose): Promise<OrderNoticesAttributes> {
  const { publicKey } = await pushKeys(deps, db);
  return {
    bot: (await botName(db, deps.clock.now() - BOT_ANSWERS_MS)) ?? null,
    push_key: publicKey,
    chats: (await chatsOf(db, whose)).map(({ id, linkedAt, isBlocked }) => ({
      id,
      linked_at: linkedAt.toISOString(),
      is_blocked: isBlocked,
    })),
    browsers: (await browsersOf(db, whose)).map(({ id, name, addedAt }) => ({ id, name, added_at: addedAt.toISOString() })),
  };
}

/** A link to the bot; refused where no bot answers. */
export async function startTelegram(deps: PlaceDeps, tx: Tx, whose: Whose, locale: Locale) {
  const bot = await botName(tx, deps.clock.now() - BOT_ANSWERS_MS);
  if (bot === undefined) return refuse({ code: 'not_found' });
  const { url, expiresAt } = await makeStartLink(deps, tx, { whose, bot, locale });
  return accept({ data: { type: 'telegram_links', id: 'new', attributes: { url, expires_at: toRfc3339(expiresAt) } } });
}

/** Adds a browser. Its push service has a public name, as an address that strangers give must have (R49). */
export async function addSubscription(
  deps: PlaceDeps,
  tx: Tx,
  { whose, locale, given }: { readonly whose: Whose; readonly locale: Locale; readonly given: GivenBrowser },
): Promise<Result<null, 'invalid_format'>> {
  const { webhookHosts = [], publicUrl } = deps.settings;
  const checked = checkWebhookUrl(given.endpoint, { allowedHosts: webhookHosts, ownHost: new URL(publicUrl).hostname });
  if (!checked.ok) return refuse({ code: 'invalid_format', field: 'endpoint' });
  if (!isSealable(given.p256dh)) return refuse({ code: 'invalid_format', field: 'p256dh' });
  await addBrowser(deps, tx, { whose, locale, given: { ...given, endpoint: checked.url.href } });
  return accept(null);
}
