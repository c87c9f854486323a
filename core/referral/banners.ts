import type { Locale } from '#core/locale.ts';

export interface BannerSize {
  readonly width: number;
  readonly height: number;
}

/** What other sites have room for. */
export const BANNER_SIZES: readonly BannerSize[] = [
  { width: 468, height: 60 },
  { width: 240, height: 400 },
  { width: 300, height: 250 },
];

/** Where the picture of a size is, in a language. */
export const bannerPath = ({ width, height }: BannerSize, locale: Locale): string => `/banners/${width}x${height}-${locale}.svg`;
