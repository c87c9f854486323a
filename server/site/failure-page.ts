import enAway from '#locales/en/away.json' with { type: 'json' };
import en from '#locales/en/shell.json' with { type: 'json' };
import ruAway from '#locales/ru/away.json' with { type: 'json' };
import ru from '#locales/ru/shell.json' with { type: 'json' };

const MESSAGES = {
  ru: { ...ru, away: ruAway.page, form_away: ruAway.form, too_many: ruAway.too_many },
  en: { ...en, away: enAway.page, form_away: enAway.form, too_many: enAway.too_many },
};

/** Refresh interval of a page that could not be rendered. */
export const RETRY_SECONDS = 5;

/**
 * A static page for when rendering fails. `away`: the database is restarting, the page refreshes itself. `form_away`: the same after a
 * form, which only the reader can resubmit.
 */
export function failurePage(url: string, kind: 'failure' | 'away' | 'form_away' | 'nowhere' | 'too_many' = 'failure'): string {
  const locale = /^\/en(?:\/|$|\?)/.test(url) ? 'en' : 'ru';
  const message = MESSAGES[locale][kind];
  const refreshTag = kind === 'away' ? `<meta http-equiv="refresh" content="${RETRY_SECONDS}">` : '';
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">${refreshTag}<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${message.title}</title></head><body><h1>${message.title}</h1><p>${message.text}</p></body></html>`;
}
