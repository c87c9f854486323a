import { type OfficePartnerDetail, officeResumePartner, officeSuspendPartner } from '#contract/office/customers/partners.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { dollars } from '#office/format/figure.ts';
import { dayOf, hourOfDay } from '#office/format/moment.ts';
import { ActionForm, FormButton } from '#office/form/ActionForm.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface PartnerPartProps {
  readonly id: string;
  readonly partner: OfficePartnerDetail;
}

/** Read again after every command about a partner. */
export const PARTNER_QUERIES = [keys.partners(), keys.approvals()];

function SuspendForm({ id, partner, onClose }: PartnerPartProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const isSuspended = partner.suspended_at !== null;
  const action = isSuspended ? 'resume' : 'suspend';
  const command = useCommand(isSuspended ? officeResumePartner : officeSuspendPartner, { after: PARTNER_QUERIES, onDone: onClose });
  return (
    <ActionForm
      what={t(`office_partners.${action}_what`)}
      submit={t(`office_partners.${action}`)}
      note={{ label: t(isSuspended ? 'office_partners.note' : 'office_partners.reason_told'), isRequired: true }}
      isDestructive={!isSuspended}
      command={command}
      onSubmit={(note) => command.run({ params: { id }, body: { note } })}
      onCancel={onClose}
    />
  );
}

/** A partner's state and the last month's figures. */
export function StandingPart({ id, partner }: PartnerPartProps) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_partners');
  const isSuspended = partner.suspended_at !== null;
  return (
    <section className="sheet" aria-labelledby="partner-standing">
      <h2 id="partner-standing">{t('office_partners.standing')}</h2>
      {isSuspended ? (
        <p>
          <span className="badge person">{t('office_partners.suspended')}</span>{' '}
          <span className="dim">{hourOfDay(partner.suspended_at ?? '', locale)}</span>{' '}
          <span translate="no">{partner.suspended_reason}</span>
        </p>
      ) : null}
      <FactList
        facts={[
          partner.name === null ? null : { name: t('office_partners.name'), value: <span translate="no">{partner.name}</span> },
          { name: t('office_partners.since'), value: dayOf(partner.created_at, locale) },
          {
            name: t('office_partners.last_used'),
            value: partner.last_used_at === null ? '—' : hourOfDay(partner.last_used_at, locale),
          },
          { name: t('office_partners.volume_month'), value: dollars(partner.volume_usd, locale) },
          { name: t('office_partners.orders_month'), value: `${partner.orders} / ${partner.completed}` },
          { name: t('office_partners.earned_month'), value: dollars(partner.share_usd, locale) },
        ]}
      />
      <FormButton label={t(isSuspended ? 'office_partners.resume' : 'office_partners.suspend')} isOffered={mayChange}>
        {(close) => <SuspendForm id={id} partner={partner} onClose={close} />}
      </FormButton>
    </section>
  );
}
