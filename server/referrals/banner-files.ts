import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { LOCALES, type Locale } from '#core/locale.ts';
import { BANNER_SIZES, bannerPath, type BannerSize } from '#core/referral/banners.ts';
import type { Deps } from '#server/deps.ts';
import { drawBanner } from './draw-banner.ts';

/** One day, so that a renamed shop is shown elsewhere the next day. */
const CACHE = 'public, max-age=86400, stale-while-revalidate=604800';

/** The banner of a size and language, with the shop's name. */
function bannerOf({ t, shop }: Pick<Deps, 't' | 'shop'>, size: BannerSize, locale: Locale): string {
  const lines = t(locale, 'earnings.banner.lines').split('|');
  const text = { lines, promise: t(locale, 'earnings.banner.promise'), act: t(locale, 'earnings.banner.act') };
  return drawBanner(size, { ...text, shop: shop.of('shop').name[locale] });
}

/** `GET /banners/<size>-<language>.svg`: banners for referrers' sites; embedding is allowed. */
export const bannerFiles =
  (deps: Pick<Deps, 't' | 'shop'>): FastifyPluginAsync =>
  async (app) => {
    for (const locale of LOCALES) {
      for (const size of BANNER_SIZES) {
        app.get(bannerPath(size, locale), async (request, reply) => {
          const body = Buffer.from(bannerOf(deps, size, locale));
          const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
          reply.header('cache-control', CACHE).header('etag', etag).header('cross-origin-resource-policy', 'cross-origin');
          if (request.headers['if-none-match'] === etag) return reply.code(304).send();
          return reply.type('image/svg+xml').send(body);
        });
      }
    }
  };
