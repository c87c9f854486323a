import type { Switch } from '#core/staff/switches.ts';
import type { LoadedSwitches, Switches } from './switches.ts';

/**
 * Combines operators' switches with automatic closings, and adds the pools' ranges. The same array as long as both stay the same.
 */
export function withClosings(switches: LoadedSwitches, closings: Switches): LoadedSwitches {
  let cached: { readonly sources: readonly (readonly Switch[])[]; readonly off: readonly Switch[] } | undefined;
  return {
    ...switches,
    ...(closings.ranges === undefined ? {} : { ranges: closings.ranges }),
    off() {
      const sources = [switches.off(), closings.off()];
      if (cached === undefined || cached.sources.some((part, index) => part !== sources[index])) cached = { sources, off: sources.flat() };
      return cached.off;
    },
  };
}
