import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { officeGetPaymentSystem, officeListPaymentSystems } from '#contract/office/catalogue/payment-systems.ts';
import { keys } from '#office/api/keys.ts';
import { Problem, useDocumentTitle } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { Document } from './draft.ts';
import { SystemForm } from './SystemForm.tsx';
import './catalogue.css';

/** A new payment system before any edit. */
const EMPTY_SYSTEM: Document = {
  code: '',
  kind: 'card',
  stage: 'draft',
  name: { ru: '', en: '' },
  aliases: [],
  currency: '',
  asset: '',
  incomeWallet: '',
  outcomeWallet: '',
  marketSymbol: '',
  network: null,
  scale: 2,
  precision: 2,
  rail: 'manual',
  railSettings: {},
  minAmount: '100000',
  maxAmount: '50000000',
  reserveBuffer: '0',
  networkFee: '0',
  requiredConfirmations: 0,
  incomeEnabled: false,
  outcomeEnabled: false,
  referalOutputEnabled: false,
  incomeFields: [],
  outcomeFields: [],
  mark: { monogram: '', tint: 'neutral' },
  sort: 1000,
};

function ExistingSystem({ code }: { readonly code: string }) {
  const api = useApi();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const system = useQuery({
    queryKey: [...keys.catalogue(), 'system', code, locale],
    queryFn: ({ signal }) => api(officeGetPaymentSystem, { params: { code }, signal }),
  });
  useDocumentTitle(code);
  if (system.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (system.data === undefined) return <Problem error={system.error} retry={() => void system.refetch()} />;
  const { attributes } = system.data.data;
  const { has_moved: hasMoved, rails } = officeGetPaymentSystem.reply.meta.parse(system.data.meta);
  return (
    <>
      <h1>
        {attributes.name} <span className="code">{code}</span>
      </h1>
      <p className="dim">
        {t('catalogue_desk.stands_on', { directions: attributes.directions, orders: attributes.open_orders })}{' '}
        <Link to={paths.directions(`income=${encodeURIComponent(code)}`)}>{t('catalogue_desk.its_directions')}</Link>
      </p>
      <SystemForm
        key={code}
        base={attributes.document}
        attributes={attributes}
        hasMoved={hasMoved}
        rails={rails}
        mayChange={actions.includes('change_catalogue')}
        onReload={() => void system.refetch()}
      />
    </>
  );
}

function NewSystem() {
  const api = useApi();
  const navigate = useNavigate();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const systems = useQuery({
    queryKey: [...keys.catalogue(), 'systems', locale],
    queryFn: ({ signal }) => api(officeListPaymentSystems, { signal }),
  });
  useDocumentTitle(t('catalogue_desk.new_system'));
  if (systems.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (systems.data === undefined) return <Problem error={systems.error} retry={() => void systems.refetch()} />;
  const { rails } = officeListPaymentSystems.reply.meta.parse(systems.data.meta);
  return (
    <>
      <h1>{t('catalogue_desk.new_system')}</h1>
      <SystemForm
        base={{ ...EMPTY_SYSTEM, rail: rails[0] ?? 'manual' }}
        attributes={null}
        hasMoved={false}
        rails={rails}
        mayChange={actions.includes('change_catalogue')}
        onSaved={(code) => void navigate(paths.system(code))}
        onReload={() => void systems.refetch()}
      />
    </>
  );
}

/** A stored payment system, or a new one. */
export function SystemPage() {
  const { code } = useParams();
  return code === undefined ? <NewSystem /> : <ExistingSystem code={code} />;
}
