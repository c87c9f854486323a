import type { ChatMessageAttributes } from '#contract/public/chat.ts';
import type { Resource } from '#contract/document.ts';
import { toRfc3339 } from '#core/time.ts';
import type { MessageRow } from './store.ts';

/** Customers see an operator's first name. */
const firstNameOf = (name: string | null): string | null => name?.trim().split(/\s+/)[0] || null;

const fileOf = ({ file_id: id, file_type: type, file_size: size }: MessageRow): ChatMessageAttributes['file'] =>
  id === null || type === null ? null : { id, media_type: type, size: size ?? 0 };

/** A message as the customer sees it; a withdrawn one without its content. */
export function presentMessage(row: MessageRow): Resource<ChatMessageAttributes> {
  const isWithdrawn = row.withdrawn_at !== null;
  return {
    type: 'chat_messages',
    id: row.id,
    attributes: {
      nr: row.nr,
      author: row.author,
      name: row.author === 'operator' ? firstNameOf(row.operator_name) : null,
      text: isWithdrawn ? null : row.text,
      file: isWithdrawn ? null : fileOf(row),
      order_id: row.about_order,
      via: row.via,
      at: toRfc3339(row.at.getTime()),
    },
  };
}
