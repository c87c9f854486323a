import type { MailChoice } from '#core/mail/choices.ts';

/** Letters that he may do without and is told of in other ways too; about reviews people are written, and left in peace elsewhere. */
const TOLD_BESIDE = ['payment', 'payout', 'completed', 'closed'] as const satisfies readonly MailChoice[];

/**
 * What somebody may hear of, beside the mail, and switch off there: the letters that he may do without, what waits for his answer, and
 * what is about his account. The mail always brings the last two.
 */
export const NOTICE_EVENTS = ['action', ...TOLD_BESIDE, 'account'] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

/** Where he hears of it beside the mail. */
export const NOTICE_CHANNELS = ['push', 'telegram'] as const;
export type NoticeChannelName = (typeof NOTICE_CHANNELS)[number];

/** Whether it can wait until somebody's quiet hours end: money that waits for his answer cannot. */
export const canWait = (event: NoticeEvent): boolean => event !== 'action';

/** What one place is told in a day at most; the mail brings what is beyond. */
export const NOTICES_PER_DAY = 60;
/** From so many at once on, one message tells of all. */
export const MERGED_FROM = 4;
