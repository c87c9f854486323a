import { getPublicNotice } from '#contract/public-notice.ts';
import { accept } from '#core/result.ts';
import { breakOf } from '#core/switches.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';

/** Whether new orders are taken, from memory (domain 9). */
export const noticeRoutes = ({ switches, clock }: Pick<Deps, 'switches' | 'clock'>): Route[] => [
  route(getPublicNotice, async ({ locale }) => {
    const found = breakOf(switches.off());
    const tech_break = {
      active: found !== null,
      until: found?.until == null ? null : toRfc3339(found.until),
      reason: found?.reason ?? null,
      text: found?.text?.[locale] ?? null,
      server_time: toRfc3339(clock.now()),
    };
    return accept({ data: null, meta: { tech_break } });
  }),
];
