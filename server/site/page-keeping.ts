import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { KeptPagesOptions } from './kept-pages.ts';

/** A page lives as long as the prices and the catalogue that it was drawn from; its quote is told anew to each reader (domain 3). */
export const pageKeeping = ({
  clock,
  catalogue,
  quotes,
  switches,
  notices,
  shop,
}: Pick<Deps, 'clock' | 'catalogue' | 'quotes' | 'switches' | 'notices' | 'shop'>): KeptPagesOptions => ({
  now: () => clock.now(),
  drawnFrom: () => [
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
