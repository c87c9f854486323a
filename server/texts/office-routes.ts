import {
  officeGetText,
  officeListTexts,
  officePreviewText,
  officeSaveText,
  type OfficeTextAttributes,
  officeTryText,
} from '#contract/office/content/texts.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import { isTextShown } from '#core/texts/find-text.ts';
import { maxTextLength, variablesOf } from '#core/texts/check-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { type TextGroup, textGroups } from './loaded-texts.ts';
import { previewForms, previewMail, sendTestMail } from './test-mails.ts';
import { checkTexts, saveText } from './save-text.ts';
import { findLatestVersions, findOverrides, findVersions } from './store.ts';

export type TextDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'live' | 'secrets' | 'settings' | 'shop' | 't'>;

type Overrides = Awaited<ReturnType<typeof findOverrides>>;
type LatestVersion = Awaited<ReturnType<typeof findLatestVersions>>[number] | undefined;

const overrideOf = (overrides: Overrides, key: string, locale: Locale): string | null =>
  overrides.find((override) => override.key === key && override.locale === locale)?.value ?? null;

const TITLES = ['heading', 'subject'];

function attributesOf({ id, fields }: TextGroup, overrides: Overrides, newest: LatestVersion): OfficeTextAttributes {
  const titleOf = (locale: Locale): string => {
    const localeFields = fields.filter((field) => field.locale === locale);
    const first = localeFields.find(({ name }) => TITLES.includes(name)) ?? localeFields[0];
    return first === undefined ? '' : (overrideOf(overrides, first.key, locale) ?? first.delivered);
  };
  return {
    letters: id.split('.')[0] ?? id,
    title: { ru: titleOf('ru'), en: titleOf('en') },
    is_changed: fields.some(({ key, locale }) => overrideOf(overrides, key, locale) !== null),
    found: null,
    saved_at: newest?.saved_at.toISOString() ?? null,
    saved_by: newest?.saved_by ?? null,
  };
}

/** The text of the group that customers see as `searched`; undefined: none. */
const shownText = ({ fields }: TextGroup, overrides: Overrides, searched: string): string | undefined =>
  fields.map(({ key, locale, delivered }) => overrideOf(overrides, key, locale) ?? delivered).find((text) => isTextShown(text, searched));

async function presentText(db: Queryable, group: TextGroup) {
  const [overrides, versions] = [await findOverrides(db), await findVersions(db, group.id)];
  return {
    data: {
      type: 'texts',
      id: group.id,
      attributes: {
        ...attributesOf(group, overrides, versions[0]),
        version: versions[0]?.version ?? 0,
        fields: group.fields.map(({ key, name, locale, delivered }) => ({
          key,
          name,
          locale,
          delivered,
          value: overrideOf(overrides, key, locale),
          variables: variablesOf(delivered),
          max_length: maxTextLength(delivered),
        })),
        history: versions.map(({ version, saved_at: savedAt, saved_by: savedBy, values }) => ({
          version,
          saved_at: savedAt.toISOString(),
          saved_by: savedBy,
          values,
        })),
      },
    },
  };
}

/** The office's calls about texts of mails and notices. */
export function officeTextRoutes(deps: TextDeps): Route[] {
  const groups = textGroups();
  const groupOf = (id: string): TextGroup | undefined => groups.find((group) => group.id === id);
  return [
    route(officeListTexts, async ({ query }) => {
      const searched = query.q?.trim() ?? '';
      const overrides = await findOverrides(deps.db);
      const newest = new Map((await findLatestVersions(deps.db)).map((version) => [version.text_id, version]));
      return accept({
        data: groups.flatMap((group) => {
          const found = searched === '' ? null : shownText(group, overrides, searched);
          if (found === undefined) return [];
          return [{ type: 'texts', id: group.id, attributes: { ...attributesOf(group, overrides, newest.get(group.id)), found } }];
        }),
      });
    }),
    route(officeGetText, async ({ params }) => {
      const group = groupOf(params.id);
      return group === undefined ? refuse({ code: 'not_found' }) : accept(await presentText(deps.db, group));
    }),
    route(officeSaveText, async ({ params, body: { version, values }, tx, visitor }) => {
      const group = groupOf(params.id);
      if (group === undefined) return refuse({ code: 'not_found' });
      const saved = await saveText(deps, tx, { group, values, version, operatorId: visitor.userId });
      return saved.ok ? accept(await presentText(tx, group)) : saved;
    }),
    route(officePreviewText, async ({ params, body: { locale, values } }) => {
      const group = groupOf(params.id);
      if (group === undefined) return refuse({ code: 'not_found' });
      const checked = checkTexts(deps, group, values);
      if (!checked.ok) return checked;
      const preview = previewForms(previewMail(deps, { group, values: checked.value, locale }));
      return accept({ data: { type: 'text_previews', id: group.id, attributes: preview } });
    }),
    route(officeTryText, async ({ params, body: { locale, values }, tx, visitor }) => {
      const group = groupOf(params.id);
      if (group === undefined) return refuse({ code: 'not_found' });
      const checked = checkTexts(deps, group, values);
      if (!checked.ok) return checked;
      await sendTestMail(deps, tx, { textId: group.id, values: checked.value, locale, userId: visitor.userId, email: visitor.email });
      return accept({});
    }),
  ];
}
