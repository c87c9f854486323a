import { useEffect } from 'react';
import { Link } from 'react-router';
import { ContactsForm } from '#office/opening/ContactsForm.tsx';
import { ShopForm } from '#office/opening/ShopForm.tsx';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';
import { EntityForm } from './EntityForm.tsx';
import { PrivacyForm } from './PrivacyForm.tsx';
import { ReviewsForm } from './ReviewsForm.tsx';
import { RateFileForm } from './RateFileForm.tsx';
import { RefundsForm } from './RefundsForm.tsx';
import { SupportForm } from './SupportForm.tsx';

const SECTIONS = [
  ['shop', ShopForm],
  ['contacts', ContactsForm],
  ['entity', EntityForm],
  ['support', SupportForm],
  ['reviews', ReviewsForm],
  ['rate_file', RateFileForm],
  ['refunds', RefundsForm],
  ['privacy', PrivacyForm],
] as const;

/** What an owner says of his shop once it is open (domain 10); each part is saved by itself. */
export function SettingsPage() {
  const { t } = useWords();
  useEffect(() => {
    document.title = t('office_opening.settings.title');
  }, [t]);
  return (
    <>
      <h1>{t('office_opening.settings.title')}</h1>
      <div className="opening-steps">
        {SECTIONS.map(([name, Form]) => (
          <section key={name} className="sheet opening-step" aria-labelledby={`settings-${name}`}>
            <h2 id={`settings-${name}`}>{t(`office_opening.settings.${name}`)}</h2>
            <p className="dim">{t(`office_opening.settings.${name}_lead`)}</p>
            {name === 'refunds' ? (
              <p>
                <Link to={paths.directions()}>{t('office_opening.settings.refund.by_direction')}</Link>
              </p>
            ) : null}
            <Form />
          </section>
        ))}
      </div>
    </>
  );
}
