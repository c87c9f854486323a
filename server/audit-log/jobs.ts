import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { chainAudit } from './chain-audit.ts';

export const auditLogJobs = (deps: Deps): void => deps.queue.every('chain-audit', SECOND_MS, () => chainAudit(deps));
