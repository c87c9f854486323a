import type { Switch } from '#core/switches.ts';
import type { LoadedSwitches, Switches } from './switches.ts';

/** What people have switched off and what is closed by itself, as one; the same array for as long as both stay the same. What pools can be given now comes along. */
export function withClosings(switches: LoadedSwitches, closings: Switches): LoadedSwitches {
  let kept: { readonly of: readonly (readonly Switch[])[]; readonly off: readonly Switch[] } | undefined;
  return {
    ...switches,
    ...(closings.ranges === undefined ? {} : { ranges: closings.ranges }),
    off() {
      const of = [switches.off(), closings.off()];
      if (kept === undefined || kept.of.some((part, index) => part !== of[index])) kept = { of, off: of.flat() };
      return kept.off;
    },
  };
}
