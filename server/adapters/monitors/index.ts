import { bestChange, type MonitorOptions } from './bestchange.ts';
import type { Monitor } from './port.ts';

/** Every monitor whose lists can be read. A new one is a file and a line here. */
export const monitors = { bestchange: bestChange } satisfies Record<string, (options: MonitorOptions) => Monitor>;
