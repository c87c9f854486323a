import { Loader } from '@mantine/core';
import { type ReactNode } from 'react';
import type { OpeningAttributes } from '#contract/office/shop/opening.ts';
import type { OpeningStep } from '#core/staff/opening.ts';
import { paths } from '#office/paths.ts';
import { Screen } from '#office/components/Screen.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ContactsForm } from './ContactsForm.tsx';
import { MailCheck } from './MailCheck.tsx';
import { OpenShop } from './OpenShop.tsx';
import { ShopForm } from './ShopForm.tsx';
import { SourcesForm } from './SourcesForm.tsx';
import { Step } from './Step.tsx';
import { useOpening } from './use-opening.ts';
import './OpeningPage.css';

/** Steps that have a screen of their own. */
const SCREENS: Readonly<Partial<Record<OpeningStep, string>>> = {
  second_factor: paths.account(),
  sources: paths.market(),
  systems: paths.library(),
  requisites: paths.pool(),
  directions: paths.directionRule(),
  reserves: paths.reserves(),
};

/** Steps that are done right here. */
const FORMS: Readonly<Partial<Record<OpeningStep, (opening: OpeningAttributes) => ReactNode>>> = {
  shop: () => <ShopForm />,
  contacts: () => <ContactsForm />,
  sources: () => <SourcesForm />,
  mail: (opening) => <MailCheck last={opening.mail_check} />,
};

function Steps({ opening }: { readonly opening: OpeningAttributes }) {
  const { t } = useTranslation();
  const { facts, public_url: url } = opening;
  const numbers = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, typeof value === 'boolean' ? '' : value]));
  return (
    <ol className="opening-steps">
      {opening.steps.map(({ step, state }, index) => (
        <Step
          key={step}
          number={index + 1}
          step={step}
          state={state}
          standing={t(`office_opening.step.${step}.${state}`, { ...numbers, url })}
          {...(SCREENS[step] === undefined ? {} : { to: SCREENS[step] })}
        >
          {FORMS[step]?.(opening)}
        </Step>
      ))}
    </ol>
  );
}

/** An owner's way from an empty shop to an open one; afterwards the place where the same is changed. */
export function OpeningPage() {
  const { t } = useTranslation();
  const opening = useOpening();
  const attributes = opening.data?.data.attributes;
  return (
    <Screen title={t('office_opening.title')}>
      <p className="opening-lead">{t('office_opening.lead')}</p>
      {opening.isError ? <Problem error={opening.error} retry={() => void opening.refetch()} /> : null}
      {opening.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {attributes === undefined ? null : (
        <>
          <Steps opening={attributes} />
          <OpenShop opening={attributes} />
        </>
      )}
    </Screen>
  );
}
