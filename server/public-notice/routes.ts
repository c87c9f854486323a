import { getPublicNotice, type PublicNoticeAttributes } from '#contract/public-notice.ts';
import type { Locale } from '#core/locale.ts';
import { accept } from '#core/result.ts';
import { breakOf, breakOfPair, type Switch } from '#core/switches.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { ToldNotice } from './notices.ts';

type NoticeDeps = Pick<Deps, 'switches' | 'clock' | 'catalogue' | 'notices'>;

function breakFor({ switches, catalogue }: NoticeDeps, incomeCode: string, outcomeCode: string): Switch | null {
  const off = switches.off();
  const [income, outcome] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
  const direction = catalogue.direction(incomeCode, outcomeCode);
  return income && outcome && direction ? breakOfPair(off, { direction, income, outcome }) : breakOf(off);
}

const at = (moment: number | null): string | null => (moment === null ? null : toRfc3339(moment));

const present = (told: ToldNotice, locale: Locale): PublicNoticeAttributes => ({
  kind: told.kind,
  text: told.text[locale],
  link: told.link,
  from: toRfc3339(told.from),
  until: at(told.until),
  dismissible: told.dismissible,
  revision: told.revision,
});

/** What all visitors are told, and whether new orders are taken, of a pair where one is asked for; from memory (domain 9). */
export const noticeRoutes = (deps: NoticeDeps): Route[] => [
  route(getPublicNotice, async ({ locale, query }) => {
    const found = breakFor(deps, query.income_payment_system_id ?? '', query.outcome_payment_system_id ?? '');
    const now = deps.clock.now();
    const ahead = deps.notices.breakAhead();
    const told = deps.notices.current();
    const tech_break = {
      active: found !== null,
      scope: found === null || found.kind === 'shop' ? ('shop' as const) : ('pair' as const),
      until: at(found?.until ?? null),
      reason: found?.reason ?? null,
      text: found?.text?.[locale] ?? null,
      server_time: toRfc3339(now),
    };
    const planned_break = ahead === null ? null : { from: toRfc3339(ahead.from), until: at(ahead.until), reason: ahead.reason };
    const data = told === null ? null : { type: 'public_notices', id: told.key, attributes: present(told, locale) };
    return accept({ data, meta: { tech_break, planned_break } });
  }),
];
