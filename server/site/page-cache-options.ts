import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { PageCacheOptions } from './page-cache.ts';

/** A cached page lives as long as the prices and the catalogue it was rendered with; each reader gets a renewed quote (domain 3). */
export const pageCacheOptions = ({
  clock,
  catalogue,
  quotes,
  switches,
  notices,
  shop,
}: Pick<Deps, 'clock' | 'catalogue' | 'quotes' | 'switches' | 'notices' | 'shop'>): PageCacheOptions => ({
  now: () => clock.now(),
  dependencies: () => [
    quotes.snapshot()?.id,
    catalogue.paymentSystems(),
    catalogue.directions(),
    switches.off(),
    notices.current(),
    shop.of('shop'),
    shop.of('contacts'),
    shop.of('entity'),
  ],
  renew(id) {
    const quote = quotes.renew(id);
    if (quote === undefined) return undefined;
    const now = toRfc3339(quote.createdAt);
    return { id: quotes.idOf(quote), created_at: now, expires_at: toRfc3339(quote.expiresAt), server_time: now };
  },
});
