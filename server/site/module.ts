import path from 'node:path';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createAvailability } from '#server/following/availability-feed.ts';
import type { Module } from '#server/module.ts';
import { createLinkFollower } from '#server/referrals/follow-link.ts';
import type { PageCacheOptions } from './page-cache.ts';
import { site } from './site.ts';

/** A cached page lives as long as the prices and the catalogue it was rendered with; each reader gets a renewed quote (domain 3). */
const pageCacheOptions = ({
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

export const siteModule: Module = {
  name: 'site',
  plugins(deps, { config, adapters, guests, buildFolder }) {
    const { publicUrl, mode, supportEmail } = deps.settings;
    const links = createLinkFollower(deps);
    const availability = createAvailability(deps);
    const pages = site({
      follow: (request) => links.follow(request),
      buildFolder: path.join(buildFolder, 'web'),
      publicUrl,
      mode,
      sentryDsn: config.sentryDsn ?? null,
      apiUrl: config.apiUrl,
      countryHeader: config.countryHeader,
      countryUrl: config.countryUrl,
      pollsCookies: config.pollsCookies,
      shop() {
        const contacts = deps.shop.of('contacts');
        return {
          ...deps.shop.of('shop'),
          entity: deps.shop.of('entity'),
          contacts: { ...contacts, email: contacts.email ?? supportEmail },
        };
      },
      modulesOff: [...config.modulesOff, ...(adapters.marketStats === undefined ? ['crypto-stats'] : [])],
      notice: () => deps.notices.current(),
      availability: () => availability().version,
      log: deps.log,
      guests,
      formOrigins: config.acquirers.map(({ settings }) => settings.origins),
      pageCache: pageCacheOptions(deps),
      fromSources: config.hotReload,
    });
    return [async (app) => void app.addHook('onClose', () => links.close()), pages];
  },
};
