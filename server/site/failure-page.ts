import enAway from '#locales/en/away.json' with { type: 'json' };
import en from '#locales/en/shell.json' with { type: 'json' };
import ruAway from '#locales/ru/away.json' with { type: 'json' };
import ru from '#locales/ru/shell.json' with { type: 'json' };

const WORDS = {
  ru: { ...ru, away: ruAway.page, form_away: ruAway.form, too_many: ruAway.too_many },
  en: { ...en, away: enAway.page, form_away: enAway.form, too_many: enAway.too_many },
};

/** When a page that could not be made is asked for again. */
export const AWAY_SECONDS = 5;

/**
 * The page for the moment when not even rendering works: plain words, nothing that could fail in turn.
 * `away`: the database is restarting, so the page asks again by itself. `form_away`: the same of a form, which nobody sends but its reader.
 */
export function failurePage(url: string, kind: 'failure' | 'away' | 'form_away' | 'nowhere' | 'too_many' = 'failure'): string {
  const locale = /^\/en(?:\/|$|\?)/.test(url) ? 'en' : 'ru';
  const words = WORDS[locale][kind];
  const again = kind === 'away' ? `<meta http-equiv="refresh" content="${AWAY_SECONDS}">` : '';
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">${again}<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${words.title}</title></head><body><h1>${words.title}</h1><p>${words.text}</p></body></html>`;
}
