import { useEffect, useState } from 'react';
import { parseColour } from '#core/colour.ts';
import type { Locale } from '#core/locale.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { Code } from './Code.tsx';
import { widgetAddress, widgetSnippet, type WidgetWishes } from './widget-snippet.ts';

interface NamedSystem {
  readonly id: string;
  readonly name: string;
  readonly isGiven: boolean;
  readonly isGot: boolean;
}

interface Props {
  readonly publicUrl: string;
  readonly languages: readonly Locale[];
  readonly systems: readonly NamedSystem[];
}

const NOTHING: WidgetWishes = { from: '', to: '', amount: '', theme: '', accent: '', lang: '', rid: '' };
/** A pause in typing before the preview is loaded anew. */
const PAUSE_MS = 500;
const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { ru: 'ru', en: 'en' };

/** What is wished, when nobody has typed for a moment. */
function useSettled(wishes: WidgetWishes): WidgetWishes {
  const [settled, setSettled] = useState(wishes);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wishes), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wishes]);
  return settled;
}

function Fields({
  wishes,
  systems,
  languages,
  onWish,
}: Pick<Props, 'systems' | 'languages'> & { readonly wishes: WidgetWishes; readonly onWish: (wish: Partial<WidgetWishes>) => void }) {
  const { t } = useWords();
  const options = (list: readonly NamedSystem[]) => list.map(({ id, name }) => ({ value: id, label: name }));
  const isWrong = wishes.accent.trim() !== '' && parseColour(wishes.accent.trim()) === undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 lg:self-start">
      <SelectField
        label={t('developers.widget.from')}
        name="from"
        value={wishes.from}
        all={t('developers.widget.any')}
        options={options(systems.filter((one) => one.isGiven))}
        onChoose={(from) => onWish({ from })}
      />
      <SelectField
        label={t('developers.widget.to')}
        name="to"
        value={wishes.to}
        all={t('developers.widget.any')}
        options={options(systems.filter((one) => one.isGot && one.id !== wishes.from))}
        onChoose={(to) => onWish({ to })}
      />
      <TextField
        label={t('developers.widget.amount')}
        inputMode="decimal"
        maxLength={21}
        value={wishes.amount}
        onChange={(event) => onWish({ amount: event.target.value.replace(',', '.').replaceAll(/[^\d.]/g, '') })}
      />
      <SelectField
        label={t('developers.widget.theme')}
        name="theme"
        value={wishes.theme}
        all={t('developers.widget.theme_auto')}
        options={[
          { value: 'light', label: t('developers.widget.theme_light') },
          { value: 'dark', label: t('developers.widget.theme_dark') },
        ]}
        onChoose={(theme) => onWish({ theme })}
      />
      <TextField
        label={t('developers.widget.accent')}
        hint={t('developers.widget.accent_hint')}
        error={isWrong ? t('developers.widget.accent_wrong') : undefined}
        maxLength={7}
        spellCheck={false}
        value={wishes.accent}
        onChange={(event) => onWish({ accent: event.target.value })}
      />
      <SelectField
        label={t('developers.widget.lang')}
        name="lang"
        value={wishes.lang}
        all={t('developers.widget.lang_auto')}
        options={languages.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
        onChoose={(lang) => onWish({ lang })}
      />
      <TextField
        label={t('developers.widget.rid')}
        hint={t('developers.widget.rid_hint')}
        maxLength={64}
        spellCheck={false}
        value={wishes.rid}
        onChange={(event) => onWish({ rid: event.target.value.replaceAll(/[^\w-]/g, '') })}
      />
    </div>
  );
}

/** A partner's widget as he wants it, shown as it will be, with the lines to take along. */
export function WidgetBuilder({ publicUrl, languages, systems }: Props) {
  const { t, locale } = useWords();
  const [wishes, setWishes] = useState(NOTHING);
  const settled = useSettled(wishes);
  const good = parseColour(wishes.accent.trim()) === undefined ? { ...wishes, accent: '' } : wishes;
  const shown = {
    ...settled,
    accent: parseColour(settled.accent.trim()) === undefined ? '' : settled.accent,
    lang: settled.lang || locale,
  };
  return (
    <div className="mx-auto max-w-[72rem] px-4 py-10 sm:px-6">
      <h1 className="mb-3 text-2xl font-semibold">{t('developers.widget.title')}</h1>
      <p className="mb-8 max-w-2xl leading-7">{t('developers.widget.lead')}</p>
      <div className="grid gap-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <Fields wishes={wishes} systems={systems} languages={languages} onWish={(wish) => setWishes({ ...wishes, ...wish })} />
        <div className="min-w-0">
          <h2 className="mb-2 text-lg font-semibold">{t('developers.widget.snippet')}</h2>
          <Code label="HTML" text={widgetSnippet(publicUrl, good, t('developers.widget.plain'))} kind="snippet" />
          <h2 className="mt-6 mb-2 text-lg font-semibold">{t('developers.widget.preview')}</h2>
          <iframe
            // oxlint-disable-next-line react/iframe-missing-sandbox -- the same as the tag gives it; against a frame of our own it guards nothing
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            title={t('developers.widget.preview')}
            src={widgetAddress(shown)}
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
