import { compare, divide, fractionFromDecimal } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import type { MonitorLists, MonitorRate } from './port.ts';
import { readZip } from './read-zip.ts';

const FILES = {
  rates: 'bm_rates.dat',
  systems: 'bm_cy.dat',
  codes: 'bm_cycodes.dat',
  exchangers: 'bm_exch.dat',
} as const;
/** The list of all exchangers is about ten megabytes. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
const CODE = /^[A-Z][A-Z0-9]{1,19}$/;

const rowsOf = (bytes: Buffer | undefined): readonly (readonly string[])[] =>
  new TextDecoder('windows-1251')
    .decode(bytes)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(';'));

/** Codes shared by all monitors, by BestChange's id: from its codes file, or from the column of the systems' list that holds a code. */
function codesOf(files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, string> {
  const codesFile = files.get(FILES.codes);
  const rows = codesFile === undefined ? rowsOf(files.get(FILES.systems)) : rowsOf(codesFile);
  return new Map(
    rows.flatMap(([id, ...columns]) => {
      const code = columns.find((column) => CODE.test(column));
      return id === undefined || code === undefined ? [] : [[id, code] as const];
    }),
  );
}

interface PairRate extends MonitorRate {
  readonly pair: string;
}

/** `from;to;exchanger;give;get;reserve;...`: the exchanger pays `get` of the outcome for `give` of the income. Unreadable rows are skipped. */
function readRate(
  row: readonly string[],
  names: { readonly codes: ReadonlyMap<string, string>; readonly exchangers: ReadonlyMap<string, string> },
) {
  const [from = '', to = '', exchangerId = '', give = '', get = '', reserve = ''] = row;
  const [income, outcome] = [names.codes.get(from), names.codes.get(to)];
  const [giveAmount, getAmount] = [fractionFromDecimal(give), fractionFromDecimal(get)];
  if (income === undefined || outcome === undefined || exchangerId === '') return undefined;
  if (!giveAmount || !getAmount || giveAmount.num === 0n || getAmount.num === 0n) return undefined;
  const rate: PairRate = {
    pair: `${income}>${outcome}`,
    exchangerId,
    exchanger: names.exchangers.get(exchangerId) ?? '',
    rate: divide(getAmount, giveAmount),
    reserve: fractionFromDecimal(reserve) ?? null,
  };
  return rate;
}

/** BestChange's archive (`info.zip`) to rates by pair; throws on an unreadable archive. */
export function parseBestChange(zip: Buffer, takenAt: Instant): MonitorLists {
  const files = readZip(zip, new Set(Object.values(FILES)), MAX_UNPACKED_BYTES);
  if (!files.has(FILES.rates)) throw new Error(`no ${FILES.rates} in the archive`);
  const exchangers = new Map(rowsOf(files.get(FILES.exchangers)).map(([id = '', name = '']) => [id, name] as const));
  const names = { codes: codesOf(files), exchangers };
  const pairs = new Map<string, MonitorRate[]>();
  for (const row of rowsOf(files.get(FILES.rates))) {
    const pairRate = readRate(row, names);
    if (pairRate === undefined) continue;
    const { pair, ...rate } = pairRate;
    const rates = pairs.get(pair);
    if (rates) rates.push(rate);
    else pairs.set(pair, [rate]);
  }
  for (const rates of pairs.values()) rates.sort((a, b) => compare(b.rate, a.rate));
  return { takenAt, ratesOf: (income, outcome) => pairs.get(`${income}>${outcome}`) ?? [] };
}
