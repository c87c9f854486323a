import { LOCALES } from '#core/locale.ts';
import { describe, expect, it } from 'vitest';
import { siteLinkedData } from './site-card.ts';
import { robotsText } from './robots.ts';
import { securityText } from './security-text.ts';
import { publicPaths, sitemapXml } from './sitemap.ts';

const SITE = 'https://razmen.example';

describe('files at fixed addresses', () => {
  it('security.txt names a person and is valid for less than a year from the moment it is read (RFC 9116)', () => {
    const now = Date.UTC(2026, 0, 15, 12);
    const text = securityText({ publicUrl: SITE, supportEmail: 'help@razmen.example' }, now);
    expect(text).toMatch(/^Contact: mailto:help@razmen\.example$/m);
    const expires = Date.parse(/^Expires: (\S+Z)$/m.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(now);
    expect(expires - now).toBeLessThan(365 * 24 * 3_600_000);
    expect(securityText({ publicUrl: SITE, supportEmail: null }, now)).toMatch(/^Contact: https:\/\/razmen\.example\/$/m);
  });

  it('robots.txt names the sitemap and keeps programs off what is no page', () => {
    expect(robotsText(SITE)).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect(robotsText(SITE)).toMatch(/^Disallow: \/api\/$/m);
  });

  it('the sitemap lists every open pair once in each language, escaped, and nobody’s order', () => {
    const systems = [
      { id: 'BTC', outcome_payment_system_ids: ['SBERRUB', 'A&B'] },
      { id: 'OFF', outcome_payment_system_ids: [] },
    ];
    const paths = publicPaths(systems, ['BTC']);
    const xml = sitemapXml({ publicUrl: SITE, languages: LOCALES }, paths);
    const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);
    expect(listed).toEqual([
      `${SITE}/`,
      `${SITE}/en`,
      `${SITE}/terms`,
      `${SITE}/en/terms`,
      `${SITE}/referral`,
      `${SITE}/en/referral`,
      `${SITE}/developers`,
      `${SITE}/en/developers`,
      `${SITE}/developers/widget`,
      `${SITE}/en/developers/widget`,
      ...['/crypto', '/crypto/btc'].flatMap((path) => [SITE + path, `${SITE}/en${path}`]),
      `${SITE}/exchange/BTC/SBERRUB`,
      `${SITE}/en/exchange/BTC/SBERRUB`,
      `${SITE}/exchange/BTC/A&#38;B`,
      `${SITE}/en/exchange/BTC/A&#38;B`,
    ]);
    expect(xml.match(/hreflang="en"/g)).toHaveLength(listed.length);
  });

  it('linked data is JSON that cannot end its script', () => {
    const text = siteLinkedData({ publicUrl: SITE, locale: 'ru', t: (key) => `</script>${key}`, iconUrl: '/i.png' });
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toMatchObject({ '@context': 'https://schema.org' });
  });
});
