import en from '#locales/en/web.json' with { type: 'json' };
import ru from '#locales/ru/web.json' with { type: 'json' };

/** The page for the moment when not even rendering works: plain words, nothing that could fail in turn. */
export function failurePage(url: string): string {
  const locale = /^\/en(?:\/|$|\?)/.test(url) ? 'en' : 'ru';
  const words = (locale === 'en' ? en : ru).failure;
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title}</title></head><body><h1>${words.title}</h1><p>${words.text}</p></body></html>`;
}
