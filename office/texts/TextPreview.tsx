import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type OfficeTextDetail, officePreviewText } from '#contract/office/content/texts.ts';
import { oneOf } from '#core/closed-list.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface TextPreviewProps {
  readonly id: string;
  readonly values: OfficeTextDetail['history'][number]['values'];
  readonly locale: Locale;
  readonly onLocale: (locale: Locale) => void;
}

const TYPING_PAUSE_MS = 400;

/** The e-mail's document without links; our renderer made it, texts in it are escaped. */
function bodyOf(html: string): readonly Node[] {
  // The content security policy forbids style attributes: styles are read from another name and set by script
  const { body } = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-look="'), 'text/html');
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('*')]) {
    const { look } = element.dataset;
    if (look !== undefined) element.style.cssText = look;
    element.removeAttribute('href');
  }
  const frame = document.createElement('div');
  frame.style.cssText = body.style.cssText;
  frame.append(...body.childNodes);
  return [frame];
}

/** An e-mail as mail programs draw it, in a shadow root: the office's styles do not reach it. */
function LetterView({ html, label }: { readonly html: string; readonly label: string }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = container.current;
    if (host === null) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    root.replaceChildren(...bodyOf(html));
  }, [html]);
  return <div ref={container} role="img" aria-label={label} className="text-letter" />;
}

const SHAPES = ['letter', 'notice', 'plain'] as const;
type Shape = (typeof SHAPES)[number];

/** The text with example data, as the server renders it: one language, as an e-mail, a notice or plain text. */
export function TextPreview({ id, values, locale, onLocale }: TextPreviewProps) {
  const api = useApi();
  const { t } = useTranslation();
  const [settledValues] = useDebouncedValue(values, TYPING_PAUSE_MS);
  const preview = useQuery({
    queryKey: [...keys.text(id), 'preview', locale, settledValues],
    queryFn: ({ signal }) => api(officePreviewText, { params: { id }, body: { locale, values: settledValues }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const forms = preview.data?.data.attributes;
  const [shape, setShape] = useState<Shape>('letter');
  return (
    <section aria-labelledby="text-preview" className="text-preview">
      <h2 id="text-preview">{t('office_texts.preview')}</h2>
      <div className="row">
        <SegmentedControl
          aria-label={t('office_texts.preview_language')}
          value={locale}
          onChange={(value) => onLocale(value === 'en' ? 'en' : 'ru')}
          data={LOCALES.map((value) => ({ value, label: t(`office_texts.language.${value}`) }))}
        />
        <SegmentedControl
          aria-label={t('office_texts.preview_shape')}
          value={shape}
          onChange={(value) => setShape(oneOf(SHAPES, value) ?? 'letter')}
          data={SHAPES.map((value) => ({ value, label: t(`office_texts.as_${value}`) }))}
        />
      </div>
      <CommandProblem error={preview.error} />
      {forms === undefined ? null : (
        <div className="text-forms" lang={locale}>
          {shape === 'letter' ? <LetterView html={forms.html} label={t('office_texts.as_letter')} /> : null}
          {shape === 'notice' ? (
            <div className="text-notice">
              <strong>{forms.title}</strong>
              <p>{forms.text}</p>
            </div>
          ) : null}
          {shape === 'plain' ? <pre>{forms.plain}</pre> : null}
        </div>
      )}
    </section>
  );
}
