import type { Deps } from './deps.ts';
import type { NoticeChannel } from './mails/notices/channel.ts';
import { pushNotices } from './push/notice-channel.ts';
import { telegramNotices } from './telegram/notice-channel.ts';

/** Every way beside the mail by which people are told. */
export const noticeChannels = (deps: Deps): readonly NoticeChannel[] => [telegramNotices(deps), pushNotices(deps)];
