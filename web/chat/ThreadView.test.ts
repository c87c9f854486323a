import { expect, test } from 'vitest';
import type { ChatMeta } from '#contract/public/chat.ts';
import { type Locale, LOCALES } from '#core/locale.ts';
import { loadMessages } from '#locales/load.ts';
import { registerMessages, translatorOf } from '#web/i18n/translator.ts';
import { responseTimeText } from './ThreadView.tsx';

const CLOSED: ChatMeta = {
  state: null,
  has_earlier: false,
  unread: 0,
  read_by_office: 0,
  answers_to: null,
  talks: [],
  is_open: false,
  opens_at: '2026-11-23T06:00:00.000Z',
  promise_minutes: 60,
  usual_minutes: null,
};

test('the opening time is in Moscow time in every time zone', () => {
  for (const locale of LOCALES) registerMessages(locale, loadMessages(locale));
  const textAt = (locale: Locale, now: string) => responseTimeText(CLOSED, { t: translatorOf(locale), locale, now: Date.parse(now) });
  expect(textAt('ru', '2026-11-22T18:29:00Z')).toContain('вернёмся в 09:00 мск');
  expect(textAt('en', '2026-11-22T18:29:00Z')).toContain('back at 09:00 Moscow time');
  expect(textAt('ru', '2026-11-20T18:29:00Z')).toMatch(/вернёмся в понедельник.*09:00 мск/);
});
