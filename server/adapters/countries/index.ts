import { fileURLToPath } from 'node:url';
import { mmdbLookup } from './mmdb.ts';
import type { CountryLookup } from './port.ts';

/** The bundled database: good enough to narrow a list; `GEO_DATABASE` replaces it by a newer file. */
const BUNDLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

export const createCountryLookup = (file: string | undefined): CountryLookup =>
  mmdbLookup(file ?? fileURLToPath(import.meta.resolve(BUNDLED)));
