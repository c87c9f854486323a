import { Link } from 'react-router';
import { ContactsForm } from '#office/opening/ContactsForm.tsx';
import { Screen } from '#office/components/Screen.tsx';
import { ShopForm } from '#office/opening/ShopForm.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { EntityForm } from './EntityForm.tsx';
import { PrivacyForm } from './PrivacyForm.tsx';
import { ReviewsForm } from './ReviewsForm.tsx';
import { RateFileForm } from './RateFileForm.tsx';
import { RefundsForm } from './RefundsForm.tsx';
import { SupportForm } from './SupportForm.tsx';
import '#office/opening/OpeningPage.css';

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

/** Settings of an open shop (domain 10); each section is saved separately. */
export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <Screen title={t('office_opening.settings.title')}>
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
    </Screen>
  );
}
