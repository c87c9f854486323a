import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ContentVersionAttributes,
  officeGetContentVersion,
  officeListContentVersions,
  officeRollBackContent,
} from '#contract/office/content/content.ts';
import { differenceOf } from '#core/content/difference.ts';
import { plainParagraphs } from '#core/content/render.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { FIRST_PAGE, pageQuery } from '#office/format/page-position.ts';
import { Pages } from '#office/components/Pages.tsx';
import { Loaded } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { drawable } from './document-of.ts';
import type { Draft, useDraft } from './use-draft.ts';

interface Whole {
  readonly ru: Draft['ru'];
  readonly en: Draft['en'];
}

const linesOf = (texts: Whole, locale: Locale): readonly string[] => {
  const text = texts[locale];
  return text === null
    ? []
    : [text.title, `/${text.slug}`, ...(text.excerpt === '' ? [] : [text.excerpt]), ...plainParagraphs(drawable(text.body))];
};

/** What has gone and come between a version and the draft, paragraph by paragraph. */
function Difference({ id, number, draft }: { readonly id: string; readonly number: number; readonly draft: Draft }) {
  const api = useApi();
  const { t } = useTranslation();
  const version = useQuery({
    queryKey: [...keys.contentItem(id), 'version', number],
    queryFn: async ({ signal }) => (await api(officeGetContentVersion, { params: { id, number: String(number) }, signal })).data.attributes,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (version.data === undefined) return <p className="loading">{t('office.loading')}</p>;
  const was = version.data;
  const changed = LOCALES.map((locale) => ({
    locale,
    lines: differenceOf(linesOf(was, locale), linesOf(draft, locale)).filter(({ kind }) => kind !== 'same'),
  })).filter(({ lines }) => lines.length > 0);
  if (changed.length === 0) return <p className="empty">{t('office_content.same')}</p>;
  return (
    <div className="difference">
      {changed.map(({ locale, lines }) => (
        <div key={locale} lang={locale} translate="no">
          {lines.map(({ kind, text }, i) => (kind === 'gone' ? <del key={i}>{text}</del> : <ins key={i}>{text}</ins>))}
        </div>
      ))}
    </div>
  );
}

interface VersionsProps {
  readonly id: string;
  readonly draft: Draft;
  readonly used: ReturnType<typeof useDraft>;
  readonly mayWrite: boolean;
}

/** What a text was: who, when, with which note; how it differs from the draft; and back to it. */
export function Versions({ id, draft, used, mayWrite }: VersionsProps) {
  const api = useApi();
  const { t, locale } = useTranslation();
  const [spot, setSpot] = useState(FIRST_PAGE);
  const [compared, setCompared] = useState<number | null>(null);
  const versions = useQuery({
    queryKey: [...keys.content(), id, 'versions', spot],
    queryFn: ({ signal }) => api(officeListContentVersions, { params: { id }, query: { ...pageQuery(spot), per: '20' }, signal }),
  });
  const back = useMutation({
    mutationFn: async (number: number) => {
      if (used.state !== 'saved') await used.save();
      return await api(officeRollBackContent, { params: { id }, body: { revision: used.revision(), number } });
    },
    onSuccess: ({ data }) => used.adopt(data.attributes),
  });
  const row = (id_: string, version: ContentVersionAttributes) => (
    <li key={id_} className="sheet">
      <p className="line">
        <strong>{t('office_content.version', { number: version.number })}</strong>
        {version.is_shown ? <span className="badge done">{t('office_content.is_shown')}</span> : null}
        <span className="dim">
          {clockTime(version.made_at, locale)} <span translate="no">{version.made_by}</span>
        </span>
      </p>
      {version.note === '' ? null : (
        <p className="note" translate="no">
          {version.note}
        </p>
      )}
      <div className="row">
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={compared === version.number}
          onClick={() => setCompared(compared === version.number ? null : version.number)}
        >
          {t('office_content.compare')}
        </Button>
        {mayWrite ? (
          <Button
            size="compact-xs"
            variant="default"
            disabled={used.state === 'conflict'}
            loading={back.isPending && back.variables === version.number}
            onClick={() => back.mutate(version.number)}
          >
            {t('office_content.roll_back')}
          </Button>
        ) : null}
      </div>
      {compared === version.number ? <Difference id={id} number={version.number} draft={draft} /> : null}
    </li>
  );
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{t('office_content.history')}</h2>
      {back.error === null ? null : (
        <p className="problem" role="alert">
          {problemMessage(back.error, t)}
        </p>
      )}
      <Loaded query={versions}>
        {(answer) => (
          <>
            {answer.data.length === 0 ? <p className="empty">{t('office_content.no_versions')}</p> : null}
            <ul className="cards">{answer.data.map(({ id: versionId, attributes }) => row(versionId, attributes))}</ul>
            <Pages answer={answer} position={spot} size="sm" onChange={setSpot} />
          </>
        )}
      </Loaded>
    </section>
  );
}
