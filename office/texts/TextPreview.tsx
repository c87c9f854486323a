import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type OfficeTextDetail, officePreviewText } from '#contract/office/content/texts.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { LetterView } from './LetterView.tsx';

interface TextPreviewProps {
  readonly id: string;
  readonly values: OfficeTextDetail['history'][number]['values'];
  readonly locale: Locale;
  readonly onLocale: (locale: Locale) => void;
}

/** Typing is over when nothing was typed for so long. */
const CALM_MS = 400;

function useCalm<T>(value: T, key: string): T {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the same words are a new object at each drawing
  }, [key]);
  return calm;
}

/** The letter as it would be, drawn by what draws letters, and its other forms; facts in it are invented. */
export function TextPreview({ id, values, locale, onLocale }: TextPreviewProps) {
  const api = useApi();
  const { t } = useTranslation();
  const calm = useCalm(values, JSON.stringify(values));
  const drawn = useQuery({
    queryKey: [...keys.text(id), 'preview', locale, calm],
    queryFn: ({ signal }) => api(officePreviewText, { params: { id }, body: { locale, values: calm }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const forms = drawn.data?.data.attributes;
  return (
    <section aria-labelledby="text-preview" className="text-preview">
      <h2 id="text-preview">{t('office_texts.preview')}</h2>
      <SegmentedControl
        aria-label={t('office_texts.preview_language')}
        value={locale}
        onChange={(value) => onLocale(value === 'en' ? 'en' : 'ru')}
        data={LOCALES.map((value) => ({ value, label: t(`office_texts.language.${value}`) }))}
      />
      {drawn.isError ? (
        <p className="problem" role="alert">
          {problemMessage(drawn.error, t)}
        </p>
      ) : null}
      {forms === undefined ? null : (
        <div className="text-forms" lang={locale}>
          <LetterView html={forms.html} label={t('office_texts.as_letter')} />
          <div>
            <h3>{t('office_texts.as_notice')}</h3>
            <div className="text-notice">
              <strong>{forms.title}</strong>
              <p>{forms.text}</p>
            </div>
            <h3>{t('office_texts.as_plain')}</h3>
            <pre>{forms.plain}</pre>
          </div>
        </div>
      )}
    </section>
  );
}
