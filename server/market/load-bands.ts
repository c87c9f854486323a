import { ruleOf, type RuleChange } from '#core/pricing/symbol-rules.ts';
import type { Deps } from '#server/deps.ts';
import { keepFresh } from '#server/platform/live.ts';
import { MARKET_SETTINGS_CHANGED } from './snapshot.ts';
import { findRules } from './store.ts';

/** Accepted deviation of each market symbol (`SymbolRule.bandPpm`), in memory of every process. */
export interface Bands {
  bandPpm(symbol: string): number;
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

export function loadBands(deps: Pick<Deps, 'db' | 'live' | 'log'>): Bands {
  let rules: ReadonlyMap<string, RuleChange> = new Map();
  const refresh = async () => {
    rules = await findRules(deps.db);
  };
  return {
    bandPpm: (symbol) => ruleOf(symbol, rules).bandPpm,
    refresh,
    ...keepFresh(deps, MARKET_SETTINGS_CHANGED, refresh),
  };
}
