import { isKnownSource, type ChosenSource, type KnownSource } from '#contract/rate-source-choice.ts';
import { cbr } from './cbr.ts';
import { coingecko } from './coingecko.ts';
import { demoSource } from './demo.ts';
import { ecb } from './ecb.ts';
import { exchange } from './exchange.ts';
import { ownList } from './own.ts';
import type { RateSource, SourceOptions } from './port.ts';

type Factory = (options: SourceOptions) => RateSource;

/** Every source of market prices, by the name `RATE_SOURCES` knows it under. A new one is a file, a line here and a name in `contract/rate-source-choice.ts`. */
export const rateSources: Readonly<Record<KnownSource, Factory>> = {
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

/** A chosen source: one of ours, or a list of the owner's own. */
export const createSource = ({ name, url }: ChosenSource): RateSource => (isKnownSource(name) ? rateSources[name] : ownList)({ name, url });
