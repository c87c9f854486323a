/** Where addresses of the network are. */
export interface CountryLookup {
  /** The country of an address by its two letters; null where nobody knows: private addresses, and those in no list. */
  countryOf(ip: string): Promise<string | null>;
}
