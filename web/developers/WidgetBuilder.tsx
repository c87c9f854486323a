import { useEffect, useState } from 'react';
import { parseColour } from '#core/brand/colour.ts';
import { pairPath } from '#core/link/pair-path.ts';
import type { Locale } from '#core/locale.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Code } from './Code.tsx';

/** Settings of a widget, named like its `data-` attributes; an empty text is not written. */
interface WidgetSettings {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly theme: string;
  readonly accent: string;
  readonly lang: string;
  readonly rid: string;
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const nonEmpty = (settings: WidgetSettings): readonly (readonly [string, string])[] =>
  Object.entries(settings)
    .map(([name, text]: [string, string]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '');

/** HTML for a partner's page: the script, and a link for pages without scripts. */
export function widgetSnippet(publicUrl: string, settings: WidgetSettings, linkText: string): string {
  const data = nonEmpty(settings).map(([name, text]) => ` data-${name}="${escapeHtml(text)}"`);
  const path = settings.from === '' || settings.to === '' ? '/' : pairPath(settings.from, settings.to);
  const rid = settings.rid.trim() === '' ? '' : `?rid=${encodeURIComponent(settings.rid.trim())}`;
  const home = settings.lang === 'en' ? (path === '/' ? '/en' : `/en${path}`) : path;
  return [
    `<script src="${publicUrl}/widget.js"${data.join('')} async></script>`,
    `<noscript><a href="${escapeHtml(publicUrl + home + rid)}">${escapeHtml(linkText)}</a></noscript>`,
  ].join('\n');
}

/** Address of the widget's frame, for the preview. */
export const widgetAddress = (settings: WidgetSettings): string => `/widget?${new URLSearchParams(Object.fromEntries(nonEmpty(settings)))}`;

interface WidgetSystem {
  readonly id: string;
  readonly name: string;
  readonly canGive: boolean;
  readonly canGet: boolean;
}

interface WidgetBuilderProps {
  readonly publicUrl: string;
  readonly languages: readonly Locale[];
  readonly systems: readonly WidgetSystem[];
}

const NO_SETTINGS: WidgetSettings = { from: '', to: '', amount: '', theme: '', accent: '', lang: '', rid: '' };
/** Pause in typing before the preview is loaded again. */
const TYPING_PAUSE_MS = 500;

/** The settings, after a pause in typing. */
function useDebounced(settings: WidgetSettings): WidgetSettings {
  const [debounced, setDebounced] = useState(settings);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(settings), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [settings]);
  return debounced;
}

function Fields({
  settings,
  systems,
  languages,
  onChange,
}: Pick<WidgetBuilderProps, 'systems' | 'languages'> & {
  readonly settings: WidgetSettings;
  readonly onChange: (change: Partial<WidgetSettings>) => void;
}) {
  const { t } = useTranslation();
  const options = (list: readonly WidgetSystem[]) => list.map(({ id, name }) => ({ value: id, label: name }));
  const isInvalidAccent = settings.accent.trim() !== '' && parseColour(settings.accent.trim()) === undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 lg:self-start">
      <SelectField
        label={t('developers.widget.from')}
        name="from"
        value={settings.from}
        all={t('developers.widget.any')}
        options={options(systems.filter(({ canGive }) => canGive))}
        onChoose={(from) => onChange({ from })}
      />
      <SelectField
        label={t('developers.widget.to')}
        name="to"
        value={settings.to}
        all={t('developers.widget.any')}
        options={options(systems.filter(({ id, canGet }) => canGet && id !== settings.from))}
        onChoose={(to) => onChange({ to })}
      />
      <TextField
        label={t('developers.widget.amount')}
        inputMode="decimal"
        maxLength={21}
        value={settings.amount}
        onChange={(event) => onChange({ amount: event.target.value.replace(',', '.').replaceAll(/[^\d.]/g, '') })}
      />
      <SelectField
        label={t('developers.widget.theme')}
        name="theme"
        value={settings.theme}
        all={t('developers.widget.theme_auto')}
        options={[
          { value: 'light', label: t('developers.widget.theme_light') },
          { value: 'dark', label: t('developers.widget.theme_dark') },
        ]}
        onChoose={(theme) => onChange({ theme })}
      />
      <TextField
        label={t('developers.widget.accent')}
        hint={t('developers.widget.accent_hint')}
        error={isInvalidAccent ? t('developers.widget.accent_wrong') : undefined}
        maxLength={7}
        spellCheck={false}
        value={settings.accent}
        onChange={(event) => onChange({ accent: event.target.value })}
      />
      <SelectField
        label={t('developers.widget.lang')}
        name="lang"
        value={settings.lang}
        all={t('developers.widget.lang_auto')}
        options={languages.map((language) => ({ value: language, label: language }))}
        onChoose={(lang) => onChange({ lang })}
      />
      <TextField
        label={t('developers.widget.rid')}
        hint={t('developers.widget.rid_hint')}
        maxLength={64}
        spellCheck={false}
        value={settings.rid}
        onChange={(event) => onChange({ rid: event.target.value.replaceAll(/[^\w-]/g, '') })}
      />
    </div>
  );
}

/** Settings of a partner's widget, with its preview and its HTML. */
export function WidgetBuilder({ publicUrl, languages, systems }: WidgetBuilderProps) {
  const { t, locale } = useTranslation();
  const [settings, setSettings] = useState(NO_SETTINGS);
  const debounced = useDebounced(settings);
  const validSettings = parseColour(settings.accent.trim()) === undefined ? { ...settings, accent: '' } : settings;
  const preview = {
    ...debounced,
    accent: parseColour(debounced.accent.trim()) === undefined ? '' : debounced.accent,
    lang: debounced.lang || locale,
  };
  return (
    <div className="mx-auto max-w-[72rem] px-4 py-10 sm:px-6">
      <h1 className="mb-3 text-2xl font-semibold">{t('developers.widget.title')}</h1>
      <p className="mb-8 max-w-2xl leading-7">{t('developers.widget.lead')}</p>
      <div className="grid gap-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <Fields
          settings={settings}
          systems={systems}
          languages={languages}
          onChange={(change) => setSettings({ ...settings, ...change })}
        />
        <div className="min-w-0">
          <h2 className="mb-2 text-lg font-semibold">{t('developers.widget.snippet')}</h2>
          <Code label="HTML" text={widgetSnippet(publicUrl, validSettings, t('developers.widget.plain'))} kind="snippet" />
          <h2 className="mt-6 mb-2 text-lg font-semibold">{t('developers.widget.preview')}</h2>
          <iframe
            // oxlint-disable-next-line react/iframe-missing-sandbox -- the same as the tag gives it; against a frame of our own it guards nothing
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            title={t('developers.widget.preview')}
            src={widgetAddress(preview)}
            className="block h-[602px] w-full max-w-[720px] rounded-tray border border-line min-[40rem]:h-[380px]"
          />
          <h2 className="mt-6 mb-1 text-lg font-semibold">{t('developers.widget.place_title')}</h2>
          <p className="max-w-2xl leading-7 wrap-anywhere">{t('developers.widget.place')}</p>
          <h2 className="mt-6 mb-1 text-lg font-semibold">{t('developers.widget.policy_title')}</h2>
          <p className="max-w-2xl leading-7">{t('developers.widget.policy')}</p>
          <Code label="Content-Security-Policy" text={`script-src ${publicUrl}; frame-src ${publicUrl}`} kind="policy" />
        </div>
      </div>
    </div>
  );
}
