import { getPublicNotice, type PublicNoticeAttributes } from '#contract/public/public-notice.ts';
import type { Locale } from '#core/locale.ts';
import { accept } from '#core/result.ts';
import { shopBreak, pairBreak, type Switch } from '#core/staff/switches.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { VisibleNotice } from './notices.ts';

type NoticeDeps = Pick<Deps, 'switches' | 'clock' | 'catalogue' | 'notices'>;

function breakFor({ switches, catalogue }: NoticeDeps, incomeCode: string, outcomeCode: string): Switch | null {
  const off = switches.off();
  const [income, outcome] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
  const direction = catalogue.direction(incomeCode, outcomeCode);
  return income && outcome && direction ? pairBreak(off, { direction, income, outcome }) : shopBreak(off);
}

const instantText = (moment: number | null): string | null => (moment === null ? null : toRfc3339(moment));

const present = (notice: VisibleNotice, locale: Locale): PublicNoticeAttributes => ({
  kind: notice.kind,
  text: notice.text[locale],
  link: notice.link,
  from: toRfc3339(notice.from),
  until: instantText(notice.until),
  dismissible: notice.dismissible,
  revision: notice.revision,
});

/** The current public notice, and whether the shop or one pair takes new orders. Served from memory (domain 9). */
export const noticeRoutes = (deps: NoticeDeps): Route[] => [
  route(getPublicNotice, async ({ locale, query }) => {
    const closing = breakFor(deps, query.income_payment_system_id ?? '', query.outcome_payment_system_id ?? '');
    const now = deps.clock.now();
    const plannedBreak = deps.notices.nextBreak();
    const notice = deps.notices.current();
    const tech_break = {
      active: closing !== null,
      scope: closing === null || closing.kind === 'shop' ? ('shop' as const) : ('pair' as const),
      until: instantText(closing?.until ?? null),
      reason: closing?.reason ?? null,
      text: closing?.text?.[locale] ?? null,
      server_time: toRfc3339(now),
    };
    const planned_break =
      plannedBreak === null
        ? null
        : { from: toRfc3339(plannedBreak.from), until: instantText(plannedBreak.until), reason: plannedBreak.reason };
    const data = notice === null ? null : { type: 'public_notices', id: notice.key, attributes: present(notice, locale) };
    return accept({ data, meta: { tech_break, planned_break } });
  }),
];
