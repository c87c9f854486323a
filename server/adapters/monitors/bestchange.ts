import { inflateRawSync } from 'node:zlib';
import { compare, divide, fractionFromDecimal } from '#core/money/fraction.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { callOutside } from '#server/platform/outbound.ts';
import type { Monitor, MonitorLists, MonitorRate } from './port.ts';

const END_OF_DIRECTORY = 0x06_05_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const END_LENGTH = 22;
const MAX_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

function endOfDirectory(zip: Buffer): number {
  const last = zip.length - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1) if (zip.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new Error('not a zip file');
}

/**
 * The wanted files of a zip archive by name. More than `maxBytes` per file is refused while unpacking, before the memory is allocated.
 * Throws on a malformed archive.
 */
function readZip(zip: Buffer, wanted: ReadonlySet<string>, maxBytes: number): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = endOfDirectory(zip);
  let at = zip.readUInt32LE(end + 16);
  for (let remaining = zip.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('a zip directory that is none');
    const [method, packedLength] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const name = zip.toString('latin1', at + 46, at + 46 + nameLength);
    const header = zip.readUInt32LE(at + 42);
    at += 46 + nameLength + extraLength + commentLength;
    if (!wanted.has(name)) continue;
    if (files.has(name)) throw new Error('a zip directory that names a file twice');
    // The local header repeats the name; its extra field may differ in length from the directory's
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const data = zip.subarray(start, start + packedLength);
    if (data.length < packedLength) throw new Error('a zip file that ends too early');
    if (method !== STORED && method !== DEFLATED) throw new Error(`a zip file packed by method ${method}`);
    files.set(name, method === STORED ? data : inflateRawSync(data, { maxOutputLength: maxBytes }));
  }
  return files;
}

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

const READ_EVERY_MS = 20 * SECOND_MS;
const DEADLINE_MS = 15 * SECOND_MS;
const MAX_BACKOFF_MS = 5 * MINUTE_MS;
const MAX_ARCHIVE_BYTES = 32 * 1024 * 1024;
/** Older lists are not current any more. */
const MAX_AGE_MS = 3 * MINUTE_MS;
const JITTER = 0.2;

export interface MonitorOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** BestChange's lists (`info.zip`), read every 20 s and cached in memory. */
export function bestChange({ url, clock, log }: MonitorOptions): Monitor {
  let latest: MonitorLists | undefined;
  let etag: string | undefined;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;

  async function read(): Promise<void> {
    const headers = etag === undefined ? {} : { 'if-none-match': etag };
    const response = await callOutside({ url, headers, deadlineMs: DEADLINE_MS, maxBytes: MAX_ARCHIVE_BYTES });
    // Unchanged: the cached lists are current
    if (response.status === 304 && latest) latest = { ...latest, takenAt: clock.now() };
    else if (response.status === 200) {
      latest = parseBestChange(response.bytes, clock.now());
      etag = response.headers.get('etag') ?? undefined;
    } else throw new Error(`HTTP ${response.status}`);
  }

  async function run(): Promise<void> {
    try {
      await read();
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ monitor: 'bestchange', error, failures }, 'monitor_failed');
    }
    if (isStopped) return;
    const waitMs = Math.min(READ_EVERY_MS * 2 ** failures, MAX_BACKOFF_MS);
    timer = setTimeout(() => void run(), waitMs * (1 - JITTER / 2 + JITTER * Math.random()));
    timer.unref();
  }

  return {
    name: 'bestchange',
    lists: (now) => (latest && now - latest.takenAt <= MAX_AGE_MS ? latest : undefined),
    start() {
      if (!isStopped) return;
      isStopped = false;
      void run();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
