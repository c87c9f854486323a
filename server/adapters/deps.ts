import type { Mailer } from './mail/port.ts';
import type { Rail } from './rails/port.ts';
import type { Files } from './storage/port.ts';

/** Adapters used by more than one module. */
export interface AdapterDeps {
  readonly files: Files;
  readonly mailer: Mailer;
  /** Registered rails by name. */
  readonly rails: ReadonlyMap<string, Rail>;
}
