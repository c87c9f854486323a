import path from 'node:path';
import { createAvailability } from '#server/following/availability-feed.ts';
import type { Module } from '#server/module.ts';
import { createLinkFollower } from '#server/referrals/follow-link.ts';
import { pageCacheOptions } from './page-cache-options.ts';
import { site } from './site.ts';

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
