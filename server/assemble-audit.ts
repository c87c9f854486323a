import { openBase } from './assemble-base.ts';
import { assembleRails, ownUrlOf } from './assemble-rails.ts';
import type { Deps } from './deps.ts';
import { loadCatalogue } from './payment-systems/load-catalogue.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './platform/errors.ts';
import { hasCluster } from './platform/db/embedded-cluster.ts';
import { isMigrated } from './platform/db/migrate.ts';
import type { Log } from './platform/log.ts';

export interface OpenAudit {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'rails' | 'catalogue' | 'secrets'>;
  close(): Promise<void>;
}

/** Opening a place makes a shop of it, and the books of a shop that was made this moment are always right. */
async function refuseEmptyPlace({ dataDir, databaseUrl }: Config): Promise<void> {
  const hasShop = databaseUrl === undefined ? hasCluster(dataDir) : await isMigrated(databaseUrl);
  if (hasShop) return;
  const place = databaseUrl === undefined ? dataDir : 'DATABASE_URL';
  throw new ConfigError(
    `There is no shop at ${place}: nothing to audit. Name it as it is started itself, by DATA_DIR (its folder) or DATABASE_URL (its database).`,
  );
}

/** The configured shop's books and rails, to be read only: no key to pay with, nothing served, no job. */
export async function openAudit(config: Config, log: Log): Promise<OpenAudit> {
  const keyless: Config = config.evm === undefined ? config : { ...config, evm: { ...config.evm, payoutKey: undefined } };
  await refuseEmptyPlace(config);
  const base = await openBase(keyless, log);
  const catalogue = await loadCatalogue(base);
  const rails = assembleRails(base, keyless, { catalogue, ownUrl: () => ownUrlOf(config), evmPaysOut: () => false });
  return {
    deps: { ...base, catalogue, rails },
    async close() {
      await catalogue.stop();
      base.clock.stop();
      await base.live.stop();
      await base.database.stop();
    },
  };
}
