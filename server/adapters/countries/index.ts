import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type CountryResponse, Reader } from 'maxmind';
import * as z from 'zod/mini';
import { isCountry } from '#core/country/countries.ts';
import type { CountryLookup } from './port.ts';

/** An entry of the bundled file, or of a file in MaxMind's format. */
const Entry = z.object({
  country_code: z.optional(z.string()),
  country: z.optional(z.object({ iso_code: z.optional(z.string()) })),
});

const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Networks without a location (RFC 6890): some databases list them nevertheless. */
const UNLOCATED = new BlockList();
const V4: readonly (readonly [start: string, bits: number])[] = [
  ['0', 8],
  ['10', 8],
  ['100.64', 10],
  ['127', 8],
  ['169.254', 16],
  ['172.16', 12],
  ['192.168', 16],
  ['224', 3],
];
const V6: typeof V4 = [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
];
for (const [start, bits] of V4) UNLOCATED.addSubnet([...start.split('.'), '0', '0', '0'].slice(0, 4).join('.'), bits, 'ipv4');
for (const [start, bits] of V6) UNLOCATED.addSubnet(start, bits, 'ipv6');

function isLocatable(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !UNLOCATED.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * A country database by IP address, read on the first lookup and again after a failure: 8 MB, 10 ms once, then 1 microsecond. Nothing
 * leaves the process.
 */
function mmdbLookup(file: string): CountryLookup {
  let opening: Promise<Reader<CountryResponse>> | undefined;
  const open = async () => {
    opening ??= readFile(file).then((bytes) => new Reader<CountryResponse>(bytes));
    return await opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  };
  return {
    async countryOf(ip) {
      const address = MAPPED_V4.exec(ip)?.[1] ?? ip;
      if (!isLocatable(address)) return null;
      const parsed = Entry.safeParse((await open()).get(address));
      const code = parsed.data?.country_code ?? parsed.data?.country?.iso_code;
      return code !== undefined && isCountry(code) ? code : null;
    },
  };
}

/** The bundled database: good enough to narrow a list; `GEO_DATABASE` replaces it by a newer file. */
const BUNDLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

export const createCountryLookup = (file: string | undefined): CountryLookup =>
  mmdbLookup(file ?? fileURLToPath(import.meta.resolve(BUNDLED)));
