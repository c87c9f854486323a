import { createHash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { oneOf } from '#core/closed-list.ts';
import { currencySign, formatRateFigure } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { readableRate } from '#core/format/rate.ts';
import { pairInSlug } from '#core/link/pair-path.ts';
import { DEFAULT_LOCALE, type Locale, LOCALES, type Localised } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import { HOUR_MS, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { renderPicture } from './draw-picture.ts';
import { type PairPicture, pairPicture, type Picture, systemPicture } from './picture.ts';

export interface CachedPicture {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** About ten megabytes. */
const MAX_CACHED = 400;
/** Renderings per minute: about a tenth of a core. */
const MAX_PER_MINUTE = 40;
/** One is rendered at a time; more requests than this in the queue are refused. */
const MAX_QUEUED = 8;

export interface Pictures {
  /** The picture of a name, rendered once per `period`. Over the limits: the earlier picture, or undefined without one. */
  get(name: string, period: number, render: () => Promise<Buffer>): Promise<CachedPicture | undefined>;
}

interface CacheEntry {
  readonly period: number;
  readonly picture: Promise<CachedPicture>;
}

/** Pictures in memory, evicted least recently used first. */
export function createPictureCache(now: () => number): Pictures {
  const cache = new Map<string, CacheEntry>();
  let previous: Promise<unknown> = Promise.resolve();
  let queued = 0;
  let minute = { startedAt: 0, rendered: 0 };

  function mayRender(): boolean {
    if (now() - minute.startedAt >= MINUTE_MS || now() < minute.startedAt) minute = { startedAt: now(), rendered: 0 };
    if (queued >= MAX_QUEUED || minute.rendered >= MAX_PER_MINUTE) return false;
    minute.rendered += 1;
    return true;
  }

  function enqueue(name: string, render: () => Promise<Buffer>): Promise<CachedPicture> {
    queued += 1;
    const picture = previous.then(render).then((bytes) => ({
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    }));
    previous = picture.then(
      () => (queued -= 1),
      () => {
        queued -= 1;
        cache.delete(name);
      },
    );
    return picture;
  }

  return {
    async get(name, period, render) {
      const cached = cache.get(name);
      const isCurrent = cached?.period === period;
      const entry = isCurrent || !mayRender() ? cached : { period, picture: enqueue(name, render) };
      if (entry === undefined) return undefined;
      cache.delete(name);
      cache.set(name, entry);
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      return await entry.picture;
    },
  };
}

interface ShareDeps extends Pick<Deps, 'clock' | 't'> {
  readonly catalogue: Pick<Deps['catalogue'], 'paymentSystem' | 'direction'>;
  readonly quotes: Pick<Deps['quotes'], 'priceOf'>;
  readonly shop: { readonly of: (section: 'shop') => { readonly name: Localised } };
  readonly publicUrl: string;
}

const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';
/** Retry-After when over the limits. */
const RETRY_SECONDS = 60;
const FILE = /^([a-z0-9]{1,20}(?:-[a-z0-9]{1,20})?)\.png$/;

const isPublic = (system: PaymentSystem | undefined): system is PaymentSystem =>
  system !== undefined && (system.incomeEnabled || system.outcomeEnabled);

function rateOf({ quotes }: ShareDeps, income: PaymentSystem, outcome: PaymentSystem, locale: Locale): PairPicture['rate'] {
  const price = quotes.priceOf({ incomeCode: income.code, outcomeCode: outcome.code });
  if (!price.ok) return null;
  const { text, isInverse } = readableRate(decimalText(price.value.bands[0].rate));
  const [one, other] = isInverse ? [outcome, income] : [income, outcome];
  const sign = (system: PaymentSystem): string => currencySign(system.currency, locale);
  return { one: `1 ${sign(one)}`, other: `${formatRateFigure(text, locale)} ${sign(other)}` };
}

const frameTextOf = ({ shop, publicUrl }: ShareDeps, locale: Locale) => ({
  shop: shop.of('shop').name[locale],
  host: new URL(publicUrl).host,
});

function pictureOfPair(deps: ShareDeps, slug: string, locale: Locale): Picture | undefined {
  const { from = '', to = '' } = pairInSlug(slug) ?? {};
  const [income, outcome] = [deps.catalogue.paymentSystem(from), deps.catalogue.paymentSystem(to)];
  if (!isPublic(income) || !isPublic(outcome) || deps.catalogue.direction(from, to) === undefined) return undefined;
  const { t, clock } = deps;
  const rate = rateOf(deps, income, outcome, locale);
  return pairPicture({
    ...frameTextOf(deps, locale),
    note: rate === null ? '' : t(locale, 'pairs.share.as_of', { at: formatDateTime(toRfc3339(clock.now()), locale) }),
    give: { system: income, name: income.name[locale], label: t(locale, 'pairs.facts.give') },
    get: { system: outcome, name: outcome.name[locale], label: t(locale, 'pairs.facts.get') },
    rate,
  });
}

function pictureOfSystem(deps: ShareDeps, code: string, locale: Locale): Picture | undefined {
  const system = deps.catalogue.paymentSystem(code.toUpperCase());
  if (!isPublic(system)) return undefined;
  const about = [system.currency, ...(system.network === null ? [] : [system.network])].join(' · ');
  return systemPicture({
    ...frameTextOf(deps, locale),
    system,
    name: system.name[locale],
    about,
    note: deps.t(locale, 'pairs.share.system'),
  });
}

/** The locale of a picture; undefined for an unknown one. */
function localeOf({ query }: FastifyRequest): Locale | undefined {
  const { l } = query as { readonly l?: unknown };
  return l === undefined ? DEFAULT_LOCALE : oneOf(LOCALES, l);
}

/** `GET /share/<pair or system>.png?l=ru`: the preview of a shared link, rendered at most once an hour within limits. */
export const shareFiles = (deps: ShareDeps): FastifyPluginAsync => {
  const pictures = createPictureCache(() => deps.clock.now());
  return async (app) => {
    app.get<{ Params: { file: string } }>('/share/:file', async (request, reply) => {
      const [, name = ''] = FILE.exec(request.params.file) ?? [];
      const locale = localeOf(request);
      const picture = locale && (name.includes('-') ? pictureOfPair : pictureOfSystem)(deps, name, locale);
      if (picture === undefined) return reply.callNotFound();
      const hour = Math.floor(deps.clock.now() / HOUR_MS);
      const cached = await pictures.get(`${name} ${locale}`, hour, async () => await renderPicture(picture));
      if (cached === undefined) return reply.code(503).header('retry-after', RETRY_SECONDS).header('cache-control', 'no-store').send();
      reply.header('cache-control', CACHE_CONTROL).header('etag', cached.etag).header('cross-origin-resource-policy', 'cross-origin');
      if (request.headers['if-none-match'] === cached.etag) return reply.code(304).send();
      return reply.type('image/png').send(cached.bytes);
    });
  };
};
