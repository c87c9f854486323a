import type { MailChoice } from '#core/mail/order-mails.ts';

/** Optional e-mails that are also sent as notices; reviews are not. */
const OPTIONAL_ORDER_MAILS = ['payment', 'payout', 'completed', 'closed'] as const satisfies readonly MailChoice[];

/**
 * Events that a customer may get notices of and switch off there: optional e-mails, requests for an action, and account events. E-mails about
 * the last two are always sent.
 */
export const NOTICE_EVENTS = ['action', ...OPTIONAL_ORDER_MAILS, 'account'] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

/** Channels of notices besides e-mail. */
export const NOTICE_CHANNELS = ['push', 'telegram'] as const;
export type NoticeChannelName = (typeof NOTICE_CHANNELS)[number];

/** Whether a notice can wait for the end of quiet hours: one about money that waits for an answer cannot. */
export const canWait = (event: NoticeEvent): boolean => event !== 'action';

/** Most notices to one device or chat in a day; beyond that only e-mails are sent. */
export const NOTICES_PER_DAY = 60;
/** From this number at once, one message covers all. */
export const MERGE_FROM = 4;
