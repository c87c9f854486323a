import type { Locale } from '#core/locale.ts';

export interface BannerSize {
  readonly width: number;
  readonly height: number;
}

/** Sizes of the banners. */
export const BANNER_SIZES: readonly BannerSize[] = [
  { width: 468, height: 60 },
  { width: 240, height: 400 },
  { width: 300, height: 250 },
];

/** The path of a banner image. */
export const bannerPath = ({ width, height }: BannerSize, locale: Locale): string => `/banners/${width}x${height}-${locale}.svg`;
