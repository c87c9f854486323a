import { createHash } from 'node:crypto';
import { breakOf, pairName, type Switch } from '#core/switches.ts';
import type { Deps } from '#server/deps.ts';
import type { ToldNotice } from '#server/public-notice/notices.ts';

export type AvailabilityDeps = Pick<Deps, 'catalogue' | 'quotes' | 'switches' | 'notices'>;

/** What can be exchanged at one moment, and what all visitors are shown about it. */
export interface Availability {
  /** Equal in every process that says the same. */
  readonly version: string;
  /** Directions that take orders, as `A>B`, whatever closes the others. */
  readonly openPairs: ReadonlySet<string>;
  /** Null: the shop takes orders. */
  readonly techBreak: Switch | null;
  readonly notice: ToldNotice | null;
}

const VERSION_LENGTH = 16;

/** Reads availability from memory; the same object for as long as nothing of it changes. */
export function createAvailability({ catalogue, quotes, switches, notices }: AvailabilityDeps): () => Availability {
  let sources: readonly unknown[] = [];
  let present: Availability | undefined;

  function build(): Availability {
    const open = catalogue.directions().flatMap((one) => (quotes.isOpen(one) ? [pairName(one.incomeCode, one.outcomeCode)] : []));
    const [techBreak, notice] = [breakOf(switches.off()), notices.current()];
    const content = JSON.stringify([open.toSorted(), techBreak, notice]);
    const version = createHash('sha256').update(content).digest('base64url').slice(0, VERSION_LENGTH);
    return present?.version === version ? present : { version, openPairs: new Set(open), techBreak, notice };
  }

  return () => {
    const next = [catalogue.paymentSystems(), catalogue.directions(), quotes.snapshot(), switches.off(), notices.current()];
    if (present === undefined || next.some((source, i) => source !== sources[i])) present = build();
    sources = next;
    return present;
  };
}
