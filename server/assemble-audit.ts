import { openBase } from './assemble-base.ts';
import { assembleRails, ownUrlOf } from './assemble-rails.ts';
import type { Deps } from './deps.ts';
import { loadCatalogue } from './payment-systems/load-catalogue.ts';
import type { Config } from './config/config.ts';
import type { Log } from './platform/log.ts';

export interface OpenAudit {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'rails' | 'catalogue' | 'secrets'>;
  close(): Promise<void>;
}

/** The configured shop's books and rails, to be read only: no key to pay with, nothing served, no job. */
export async function openAudit(config: Config, log: Log): Promise<OpenAudit> {
  const keyless: Config = config.evm === undefined ? config : { ...config, evm: { ...config.evm, payoutKey: undefined } };
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
