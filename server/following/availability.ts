import { createHash } from 'node:crypto';
import { shopBreak, pairName, type Switch } from '#core/staff/switches.ts';
import type { Deps } from '#server/deps.ts';
import type { VisibleNotice } from '#server/public-notice/notices.ts';

export type AvailabilityDeps = Pick<Deps, 'catalogue' | 'quotes' | 'switches' | 'notices'>;

/** What can be exchanged at one moment, and the notice for all visitors. */
export interface Availability {
  /** Equal in all processes for equal content. */
  readonly version: string;
  /** Directions that take orders, as `A>B`. */
  readonly openPairs: ReadonlySet<string>;
  /** Null: the shop takes orders. */
  readonly techBreak: Switch | null;
  readonly notice: VisibleNotice | null;
}

const VERSION_LENGTH = 16;

/** Reads availability from memory; the same object while nothing changes. */
export function createAvailability({ catalogue, quotes, switches, notices }: AvailabilityDeps): () => Availability {
  let sources: readonly unknown[] = [];
  let current: Availability | undefined;

  function build(): Availability {
    const open = catalogue
      .directions()
      .flatMap((direction) => (quotes.isOpen(direction) ? [pairName(direction.incomeCode, direction.outcomeCode)] : []));
    const [techBreak, notice] = [shopBreak(switches.off()), notices.current()];
    const content = JSON.stringify([open.toSorted(), techBreak, notice]);
    const version = createHash('sha256').update(content).digest('base64url').slice(0, VERSION_LENGTH);
    return current?.version === version ? current : { version, openPairs: new Set(open), techBreak, notice };
  }

  return () => {
    const next = [catalogue.paymentSystems(), catalogue.directions(), quotes.snapshot(), switches.off(), notices.current()];
    if (current === undefined || next.some((source, i) => source !== sources[i])) current = build();
    sources = next;
    return current;
  };
}
