import { coingecko } from './coingecko.ts';
import { demoStats } from './demo.ts';

/** Sources of crypto statistics. A new one is a file and a line here. */
export const marketStats = { coingecko, demo: demoStats } as const;
