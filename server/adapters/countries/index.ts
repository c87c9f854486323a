import { fileURLToPath } from 'node:url';
import { mmdbLookup } from './mmdb.ts';
import type { CountryLookup } from './port.ts';

/** The file that comes with the product: good enough to narrow a list, and replaced by a newer one with `GEO_DATABASE`. */
const BUNDLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

export const createCountryLookup = (file: string | undefined): CountryLookup =>
  mmdbLookup(file ?? fileURLToPath(import.meta.resolve(BUNDLED)));
