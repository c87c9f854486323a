import { LOCALES } from '#core/locale.ts';
import { describe, expect, it } from 'vitest';
import { sharedPicture, siteLinkedData } from './site-card.ts';
import { robotsText, securityText, etagResponse } from './text-files.ts';
import { publicPages, sitemapFile, sitemapParts } from './sitemap.ts';

const SITE = 'https://razmen.example';

describe('files at fixed addresses', () => {
  it('security.txt names a contact and is valid for less than a year from the request (RFC 9116)', () => {
    const now = Date.UTC(2026, 0, 15, 12);
    const text = securityText({ publicUrl: SITE, supportEmail: 'help@razmen.example' }, now);
    expect(text).toMatch(/^Contact: mailto:help@razmen\.example$/m);
    const expires = Date.parse(/^Expires: (\S+Z)$/m.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(now);
    expect(expires - now).toBeLessThan(365 * 24 * 3_600_000);
    expect(securityText({ publicUrl: SITE, supportEmail: null }, now)).toMatch(/^Contact: https:\/\/razmen\.example\/support$/m);
  });

  it('robots.txt names the sitemap and excludes what is no page', () => {
    expect(robotsText(SITE)).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect(robotsText(SITE)).toMatch(/^Disallow: \/api\/$/m);
  });

  describe('the sitemap', () => {
    const site = { publicUrl: SITE, languages: LOCALES };
    const change = (from: string, to: string, at: string | null) => ({
      income_payment_system_id: from,
      outcome_payment_system_id: to,
      changed_at: at,
    });
    const [MAY, JUNE] = ['2026-05-01T10:00:00.000Z', '2026-06-01T10:00:00.000Z'];
    const changes = [change('BTC', 'SBERRUB', MAY), change('BTC', 'LTC', JUNE), change('LTC', 'XRP', null)];
    const bilingual = { path: '/terms', paths: { ru: '/terms', en: '/terms' }, changedAt: MAY };
    const texts = [bilingual, { path: '/news/novost', paths: { ru: '/news/novost', en: null }, changedAt: JUNE }];
    const pages = publicPages({ modulesOff: ['reviews'], changes, coins: ['BTC'], texts });
    const addressesIn = (xml: string | undefined) => [...(xml ?? '').matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);

    const inBoth = (path: string) => [SITE + path, `${SITE}/en${path}`];
    it('lists every open pair, its systems and texts once in each of their languages, and no order', () => {
      const parts = sitemapParts(site, pages);
      const xml = sitemapFile(site, parts, null);
      const paths = [
        '/directions',
        '/about',
        '/news',
        '/faq',
        '/referral',
        '/business',
        '/developers',
        '/developers/widget',
        '/crypto',
        '/crypto/btc',
        '/terms',
      ];
      const systems = ['btc', 'sberrub', 'ltc', 'xrp'].map((code) => `/systems/${code}`);
      const pairs = ['btc-sberrub', 'btc-ltc', 'ltc-xrp'].map((slug) => `/exchange/${slug}`);
      expect(addressesIn(xml)).toEqual([
        `${SITE}/`,
        `${SITE}/en`,
        ...paths.flatMap(inBoth),
        `${SITE}/news/novost`,
        ...[...systems, ...pairs].flatMap(inBoth),
      ]);
      expect(xml?.match(/hreflang="en"/g)).toHaveLength(addressesIn(xml).length - 1);
      expect(sitemapFile(site, parts, 1)).toBe(xml);
      expect(sitemapFile(site, parts, 2)).toBeUndefined();
    });

    it('dates a page by the last change of its content, and leaves out an unknown date', () => {
      const dateOf = (path: string) => pages.find((page) => page.path === path)?.changedAt;
      expect(['/exchange/btc-sberrub', '/systems/sberrub', '/systems/btc', '/systems/ltc', '/'].map(dateOf)).toEqual([
        MAY,
        MAY,
        JUNE,
        null,
        null,
      ]);
      const xml = sitemapParts(site, pages).join('');
      expect(xml).toContain(`<loc>${SITE}/en/exchange/btc-sberrub</loc><lastmod>${MAY}</lastmod>`);
      expect(xml).toContain(`<loc>${SITE}/exchange/ltc-xrp</loc><xhtml:link`);
    });

    it('is an index of parts above the limit of addresses, and no address is lost between them', () => {
      const parts = sitemapParts(site, pages, 7);
      expect(parts.length).toBe(Math.ceil((pages.length * LOCALES.length) / 7));
      expect(addressesIn(sitemapFile(site, parts, null))).toEqual(parts.map((_, i) => `${SITE}/sitemap.xml?part=${i + 1}`));
      expect(parts.flatMap(addressesIn)).toEqual(addressesIn(sitemapParts(site, pages)[0]));
    });

    it('is not sent again to a client that has it', async () => {
      const fetchSitemap = async (etag: string) =>
        await etagResponse(new Request(`${SITE}/sitemap.xml`, { headers: { 'if-none-match': etag } }), 'text', 'application/xml');
      const first = await fetchSitemap('"other"');
      expect([first.status, await first.text()]).toEqual([200, 'text']);
      expect((await fetchSitemap(`"x", ${first.headers.get('etag')}`)).status).toBe(304);
    });
  });

  it('pairs and payment systems have their own pictures', () => {
    expect(sharedPicture('/exchange/btc-sberrub', 'en')).toBe('/share/btc-sberrub.png?l=en');
    expect(sharedPicture('/systems/btc', 'ru')).toBe('/share/btc.png?l=ru');
    for (const path of ['/', '/systems/btc/x', '/exchange/BTC/LTC', '/exchange/"><b>-x']) expect(sharedPicture(path, 'ru')).toBeUndefined();
  });

  it('linked data is JSON that cannot close its script element', () => {
    const text = siteLinkedData({ publicUrl: SITE, locale: 'ru', t: (key) => `</script>${key}`, iconUrl: '/i.png' });
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toMatchObject({ '@context': 'https://schema.org' });
  });
});
