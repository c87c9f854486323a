import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { minorUnits } from './library/entry.ts';
import { fromLibrary } from './library/library.ts';

interface DemoRow {
  /** Whole units of the currency, as text. */
  readonly funds: string;
  /** How the test bank requests payment; absent: plain requisites. */
  readonly offer?: 'form' | 'redirect';
}

/** Payment systems of the demonstration in display order, with their initial funds. */
const DEMO: Readonly<Record<string, DemoRow>> = {
  SBERRUB: { funds: '12500000' },
  TCSBRUB: { funds: '8400000' },
  SBPRUB: { funds: '9700000' },
  ACRUB: { funds: '5600000' },
  TBRUB: { funds: '4900000' },
  CARDRUB: { funds: '7300000' },
  YAMRUB: { funds: '2100000', offer: 'redirect' },
  WIRERUB: { funds: '18000000' },
  CASHRUB: { funds: '15000000' },
  KSPBKZT: { funds: '42000000' },
  CARDKZT: { funds: '31000000' },
  MONOBUAH: { funds: '2600000' },
  CARDUAH: { funds: '1900000' },
  SEPAEUR: { funds: '260000' },
  WISEEUR: { funds: '140000' },
  WIREUSD: { funds: '480000' },
  ADVCUSD: { funds: '95000', offer: 'form' },
  PRUSD: { funds: '88000' },
  BTC: { funds: '14.5' },
  ETH: { funds: '310' },
  USDTTRC20: { funds: '1450000' },
  USDTERC20: { funds: '820000' },
  USDTBEP20: { funds: '610000' },
  USDCERC20: { funds: '390000' },
  LTC: { funds: '5400' },
  TRX: { funds: '2400000' },
  XMR: { funds: '1150' },
  SOL: { funds: '3900' },
  GRAM: { funds: '185000' },
  DOGE: { funds: '2900000' },
  XRP: { funds: '240000' },
  BNBBEP20: { funds: '640' },
};

const SORT_STEP = 10;

function demoSystem([code, { offer }]: readonly [string, DemoRow], index: number): PaymentSystem {
  const librarySystem = fromLibrary(code, 'sandbox');
  if (!librarySystem) throw new Error(`The library does not know ${code}`);
  const openSettings = { stage: 'ready', incomeEnabled: true, outcomeEnabled: true, sort: (index + 1) * SORT_STEP } as const;
  return { ...librarySystem, ...openSettings, railSettings: offer === undefined ? {} : { offer } };
}

/** Payment systems of the demonstration, from the library and on the sandbox rail (domain 1; codes as monitors use them). */
export const DEMO_PAYMENT_SYSTEMS: readonly PaymentSystem[] = Object.entries(DEMO).map(demoSystem);

/** Initial reserves of the demonstration in minor units by code; posted through the ledger. */
export const DEMO_RESERVES: Readonly<Record<string, bigint>> = Object.fromEntries(
  DEMO_PAYMENT_SYSTEMS.map((system) => [system.code, minorUnits(DEMO[system.code]?.funds ?? '', system)]),
);
