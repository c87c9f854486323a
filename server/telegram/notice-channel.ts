import { col, rowType, sql } from '#server/platform/db/db.ts';
import type { Deps } from '#server/deps.ts';
import type { NoticeChannel } from '#server/mails/notices/channel.ts';
import { sendToChat } from './send-messages.ts';

const ChatRow = rowType({ chat_id: col.text });

/** Sends notices to Telegram chats. The notice's id is the message's, so each is sent once. */
export const telegramNotices = (deps: Pick<Deps, 'db' | 'clock' | 'random'>): NoticeChannel => ({
  name: 'telegram',
  async send(placeId, { id, title, text, url }) {
    return await deps.db.tx(async (tx) => {
      const chat = await tx.maybe(ChatRow, sql`select chat_id from telegram_links where id = ${placeId} and ended_at is null`);
      if (chat === undefined) return { outcome: 'gone' } as const;
      await sendToChat(deps, tx, { id, chat: chat.chat_id, text: [title, text, url].filter((line) => line !== '').join('\n\n') });
      return { outcome: 'told' } as const;
    });
  },
});
