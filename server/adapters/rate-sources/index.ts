import { isKnownSource, type ChosenSource, type KnownSource } from '#contract/office/catalogue/rate-source-choice.ts';
import { cbr } from './cbr.ts';
import { coingecko } from './coingecko.ts';
import { demoSource } from './demo.ts';
import { ecb } from './ecb.ts';
import { exchange } from './exchange.ts';
import { ownList } from './own-list.ts';
import type { RateSource, SourceOptions } from './port.ts';

type SourceFactory = (options: SourceOptions) => RateSource;

/** Sources of market prices by their name in `RATE_SOURCES`. A new one is a file, a line here and a name in `contract/office/catalogue/rate-source-choice.ts`. */
export const rateSources: Readonly<Record<KnownSource, SourceFactory>> = {
  demo: demoSource,
  binance: exchange('binance'),
  bybit: exchange('bybit'),
  okx: exchange('okx'),
  kraken: exchange('kraken'),
  kucoin: exchange('kucoin'),
  gate: exchange('gate'),
  htx: exchange('htx'),
  mexc: exchange('mexc'),
  cbr,
  ecb,
  coingecko,
};

/** A configured source: one of ours, or the owner's own list. */
export const createSource = ({ name, url }: ChosenSource): RateSource => (isKnownSource(name) ? rateSources[name] : ownList)({ name, url });
