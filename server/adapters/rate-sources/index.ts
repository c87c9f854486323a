import { demoSource } from './demo.ts';
import type { RateSource } from './port.ts';

type Factory = () => RateSource;

/** Every source of market prices, by the name `RATE_SOURCES` knows it under. A new one is a file and a line here. */
export const rateSources = {
  demo: demoSource,
} satisfies Record<string, Factory>;

export type RateSourceName = keyof typeof rateSources;
