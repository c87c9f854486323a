import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
import { useApi } from '#office/api/use-api.ts';
import { type Command, useAction } from '#office/api/use-command.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { clockTime } from '#office/format/moment.ts';
import { FIRST_PAGE, pageQuery } from '#office/format/paging.ts';
import { isEmptied, Pages } from '#office/components/Pages.tsx';
import { Loaded } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { drawable } from './document-of.ts';
import type { Draft } from './draft.ts';
import type { DraftEditor } from './use-draft.ts';

const linesOf = (texts: Pick<Draft, Locale>, locale: Locale): readonly string[] => {
  const text = texts[locale];
  return text === null
    ? []
    : [text.title, `/${text.slug}`, ...(text.excerpt === '' ? [] : [text.excerpt]), ...plainParagraphs(drawable(text.body))];
};

/** Paragraphs that differ between a version and the draft. */
function Difference({ id, number, draft }: { readonly id: string; readonly number: number; readonly draft: Draft }) {
  const api = useApi();
  const { t } = useTranslation();
  const version = useQuery({
    queryKey: [...keys.contentItem(id), 'version', number],
    queryFn: async ({ signal }) => (await api(officeGetContentVersion, { params: { id, number: String(number) }, signal })).data.attributes,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (version.data === undefined) return <p className="loading">{t('office.loading')}</p>;
  const stored = version.data;
  const changed = LOCALES.map((locale) => ({
    locale,
    lines: differenceOf(linesOf(stored, locale), linesOf(draft, locale)).filter(({ kind }) => kind !== 'same'),
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
  readonly editor: DraftEditor;
  readonly mayWrite: boolean;
}

interface VersionCardProps extends VersionsProps {
  readonly version: ContentVersionAttributes;
  readonly rollBack: Command<number, unknown>;
}

function VersionCard({ id, draft, editor, mayWrite, version, rollBack }: VersionCardProps) {
  const { t, locale } = useTranslation();
  const [isCompared, setCompared] = useState(false);
  return (
    <li className="sheet">
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
        <Button size="compact-xs" variant="default" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
          {t('office_content.compare')}
        </Button>
        {mayWrite ? (
          <Button
            size="compact-xs"
            variant="default"
            disabled={editor.state === 'conflict'}
            loading={rollBack.isPending && rollBack.input === version.number}
            onClick={() => rollBack.run(version.number)}
          >
            {t('office_content.roll_back')}
          </Button>
        ) : null}
      </div>
      {isCompared ? <Difference id={id} number={version.number} draft={draft} /> : null}
    </li>
  );
}

/** Versions of a text: author, time, note, difference to the draft, and rolling back. */
export function Versions(props: VersionsProps) {
  const { id, editor } = props;
  const api = useApi();
  const { t } = useTranslation();
  const [position, setPosition] = useState(FIRST_PAGE);
  const versions = useQuery({
    queryKey: [...keys.content(), id, 'versions', position],
    queryFn: ({ signal }) => api(officeListContentVersions, { params: { id }, query: { ...pageQuery(position), per: '20' }, signal }),
  });
  const rollBack = useAction(
    async (number: number, call) => {
      if (editor.state !== 'saved') await editor.save();
      return await call(officeRollBackContent, { params: { id }, body: { revision: editor.revision(), number } });
    },
    { onDone: ({ data }) => editor.replace(data.attributes) },
  );
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{t('office_content.history')}</h2>
      <CommandProblem error={rollBack.error} />
      <Loaded query={versions}>
        {(answer) => (
          <>
            {answer.data.length === 0 && !isEmptied(answer, position) ? <p className="empty">{t('office_content.no_versions')}</p> : null}
            <ul className="cards">
              {answer.data.map((version) => (
                <VersionCard key={version.id} {...props} version={version.attributes} rollBack={rollBack} />
              ))}
            </ul>
            <Pages answer={answer} position={position} size="sm" onChange={setPosition} />
          </>
        )}
      </Loaded>
    </section>
  );
}
