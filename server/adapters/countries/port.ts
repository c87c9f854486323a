/** Locates IP addresses. */
export interface CountryLookup {
  /** The two-letter country code of an address; null if unknown: private or unlisted addresses. */
  countryOf(ip: string): Promise<string | null>;
}
