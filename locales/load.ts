import { readdirSync, readFileSync } from 'node:fs';

/** Messages of one language by namespace, as the JSON files of its folder hold them. */
export type Messages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads every namespace of a language from its folder; the file name is the namespace. */
export function loadMessages(locale: string): Messages {
  const folder = new URL(`./${locale}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(files.map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(file, folder), 'utf8'))]));
}
