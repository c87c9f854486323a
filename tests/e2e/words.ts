import fs from 'node:fs';
import path from 'node:path';
import { createInstance } from 'i18next';
import type { Locale } from '#core/locale.ts';

export type Params = Readonly<Record<string, string | number>>;
export type Translate = (key: string, params?: Params) => string;

const folder = path.resolve(import.meta.dirname, '../../locales');

function translator(locale: Locale): Translate {
  const files = fs.readdirSync(path.join(folder, locale)).filter((file) => file.endsWith('.json'));
  const translation = Object.fromEntries(
    files.map((file) => [path.basename(file, '.json'), JSON.parse(fs.readFileSync(path.join(folder, locale, file), 'utf8')) as object]),
  );
  const words = createInstance();
  void words.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return (key, params) => {
    if (!words.exists(key, { ...params })) throw new Error(`${locale} has no words for ${key}`);
    return words.t(key, { brand: words.t('mail.house'), ...params });
  };
}

const TRANSLATORS: Readonly<Record<Locale, Translate>> = { ru: translator('ru'), en: translator('en') };

/** Texts that a visitor reads: tests find elements by them. */
export const wordsOf = (locale: Locale): Translate => TRANSLATORS[locale];

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A sentence with any text in the places of these parameters. */
export function pattern(t: Translate, key: string, holes: readonly string[]): RegExp {
  const mark = '\u0000';
  const text = t(key, Object.fromEntries(holes.map((hole) => [hole, mark])));
  return new RegExp(`^${text.split(mark).map(escape).join('.+')}$`);
}

/** The site's address of a path without language prefix. */
export const pathIn = (locale: Locale, path: string): string => (locale === 'ru' ? path : path === '/' ? '/en' : `/en${path}`);
