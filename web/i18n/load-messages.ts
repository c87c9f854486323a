import type { Locale } from '#core/locale.ts';
import enStatus from '#locales/en/status.json?url';
import enWeb from '#locales/en/web.json?url';
import ruStatus from '#locales/ru/status.json?url';
import ruWeb from '#locales/ru/web.json?url';
import { registerMessages } from './translator.ts';

/** Addresses of a language's message files; the page's head asks for them early. */
export const MESSAGE_URLS: Readonly<Record<Locale, Readonly<Record<'web' | 'status', string>>>> = {
  ru: { web: ruWeb, status: ruStatus },
  en: { web: enWeb, status: enStatus },
};

/** Fetches the words of the page's language, and only of that one. */
export async function loadMessages(locale: Locale): Promise<void> {
  const read = async (url: string): Promise<object> => (await fetch(url)).json() as Promise<object>;
  const [web, status] = await Promise.all([read(MESSAGE_URLS[locale].web), read(MESSAGE_URLS[locale].status)]);
  registerMessages(locale, { web, status });
}
