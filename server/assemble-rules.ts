import type { Base } from './assemble-base.ts';
import { createCountryLookup } from './adapters/countries/index.ts';
import { loadCountries } from './countries/countries.ts';
import { loadCatalogue } from './payment-systems/load-catalogue.ts';
import type { Config } from './config/config.ts';
import { loadClosedSystems } from './pool/closed-systems.ts';
import { switchedCatalogue, withClosings } from './switches/switched-catalogue.ts';
import { loadLimits } from './limits/limits.ts';
import { loadNotices } from './public-notice/notices.ts';
import { loadSwitches, type LoadedSwitches } from './switches/switches.ts';

/** The catalogue with everything that closes a part of it. */
export async function openCatalogue(base: Base) {
  const loaded = await loadCatalogue(base);
  const closedSystems = loadClosedSystems({ ...base, catalogue: loaded });
  await closedSystems.start();
  const switches = withClosings(loadSwitches(base), closedSystems);
  await switches.start();
  return { catalogue: switchedCatalogue(loaded, switches, base.clock), closedSystems, switches };
}

/** Rules that operators change, kept current in memory. */
export async function loadRules(base: Base, config: Config, switches: LoadedSwitches) {
  const notices = loadNotices({ ...base, switches });
  await notices.start();
  const limits = loadLimits(base);
  await limits.start();
  const countries = loadCountries({ ...base, lookup: createCountryLookup(config.geoDatabase), countryHeader: config.countryHeader });
  await countries.start();
  return { notices, limits, countries };
}
