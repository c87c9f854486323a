import { bestChange, type MonitorOptions } from './bestchange.ts';
import type { Monitor } from './port.ts';

/** Monitors with readable lists. A new one is a file and a line here. */
export const monitors = { bestchange: bestChange } satisfies Record<string, (options: MonitorOptions) => Monitor>;
