import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { urlOf } from '#contract/call.ts';
import { type CataloguePlan, MAX_FILE_CHARS, officeExportCsv, officeExportJson } from '#contract/office/catalogue/plans.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Screen } from '#office/components/Screen.tsx';
import { FileInput, Textarea, useChosenFile } from '#office/form/fields.tsx';
import { acceptOf, CATALOGUE_FILE } from '#core/file/file-rules.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import { usePlan } from './SaveBar.tsx';
import './catalogue.css';

type Entity = 'payment_system' | 'direction';

const isJson = (text: string): boolean => /^\s*\[/.test(text.replace(/^\uFEFF/, ''));

function Import({ entity }: { readonly entity: Entity }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const commands = usePlan(() => {
    setText('');
    setFile(null);
  });
  const plan: CataloguePlan = { kind: 'import', entity, format: isJson(text) ? 'json' : 'csv', text };
  const setContent = (next: string) => {
    commands.preview.reset();
    setText(next);
  };
  const chosen = useChosenFile(CATALOGUE_FILE, (next) => {
    setFile(next);
    if (next === null) setContent('');
    else void next.text().then(setContent);
  });
  const isTooLong = text.length > MAX_FILE_CHARS;
  return (
    <section className="sheet form-section" aria-labelledby="import-title">
      <h2 id="import-title">{t('catalogue_desk.import')}</h2>
      <p className="dim">{t('catalogue_desk.import_what')}</p>
      <CheckedForm onSubmit={() => commands.preview.run({ body: { plan } })}>
        <FileInput
          label={t('catalogue_desk.file')}
          placeholder={t('catalogue_desk.choose_file')}
          accept={acceptOf(CATALOGUE_FILE)}
          clearable
          value={file}
          error={chosen.problem}
          onChange={chosen.choose}
        />
        <Textarea
          label={t('catalogue_desk.or_paste')}
          required
          withAsterisk={false}
          rows={6}
          spellCheck={false}
          className="file-text"
          error={isTooLong ? t('catalogue_desk.problem.too_long') : undefined}
          value={text}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={isTooLong} loading={commands.preview.isPending}>
          {t('catalogue_desk.look')}
        </Button>
      </CheckedForm>
      <PlanPreview plan={plan} commands={commands} />
    </section>
  );
}

/** Exports payment systems or directions as files, and imports them after a preview. */
export function FilesPage() {
  const { t } = useTranslation();
  const { actions } = useOperator();
  const entity: Entity = useParams()['entity'] === 'payment_system' ? 'payment_system' : 'direction';
  const title = t(`catalogue_desk.files_of.${entity}`);
  return (
    <Screen title={title}>
      <p>
        <Link to={entity === 'direction' ? paths.directions() : paths.systems()}>
          {t(entity === 'direction' ? 'catalogue_desk.directions' : 'catalogue_desk.systems')}
        </Link>
      </p>
      <section className="sheet form-section" aria-labelledby="export-title">
        <h2 id="export-title">{t('catalogue_desk.export')}</h2>
        <p className="line">
          <a href={urlOf(officeExportCsv, { params: { entity } })} download>
            {t('catalogue_desk.format.csv')}
          </a>
          <a href={urlOf(officeExportJson, { params: { entity } })} download>
            {t('catalogue_desk.format.json')}
          </a>
        </p>
      </section>
      {actions.includes('change_catalogue') || actions.includes('change_prices') ? <Import key={entity} entity={entity} /> : null}
    </Screen>
  );
}
