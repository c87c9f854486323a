import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { officeGetPaymentSystem, officeListPaymentSystems } from '#contract/office/catalogue/catalogue.ts';
import { keys } from '#office/api/keys.ts';
import { useDocumentTitle } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { Problem } from '#office/components/Problem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { Document } from './draft.ts';
import { SystemForm } from './SystemForm.tsx';
import './catalogue.css';

/** A payment system of one's own, before anything is said about it. */
const BLANK: Document = {
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

function Existing({ code }: { readonly code: string }) {
  const api = useApi();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const asked = useQuery({
    queryKey: [...keys.catalogue(), 'system', code, locale],
    queryFn: ({ signal }) => api(officeGetPaymentSystem, { params: { code }, signal }),
  });
  useDocumentTitle(code);
  if (asked.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (asked.data === undefined) return <Problem error={asked.error} retry={() => void asked.refetch()} />;
  const { attributes } = asked.data.data;
  const { has_moved: hasMoved, rails } = officeGetPaymentSystem.reply.meta.parse(asked.data.meta);
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
        onSaved={() => void asked.refetch()}
        onReload={() => void asked.refetch()}
      />
    </>
  );
}

function Blank() {
  const api = useApi();
  const navigate = useNavigate();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const asked = useQuery({
    queryKey: [...keys.catalogue(), 'systems', locale],
    queryFn: ({ signal }) => api(officeListPaymentSystems, { signal }),
  });
  useDocumentTitle(t('catalogue_desk.new_system'));
  if (asked.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (asked.data === undefined) return <Problem error={asked.error} retry={() => void asked.refetch()} />;
  const { rails } = officeListPaymentSystems.reply.meta.parse(asked.data.meta);
  return (
    <>
      <h1>{t('catalogue_desk.new_system')}</h1>
      <SystemForm
        base={{ ...BLANK, rail: rails[0] ?? 'manual' }}
        attributes={null}
        hasMoved={false}
        rails={rails}
        mayChange={actions.includes('change_catalogue')}
        onSaved={(code) => void navigate(paths.system(code))}
        onReload={() => void asked.refetch()}
      />
    </>
  );
}

/** One payment system: what is there, or a new one of one's own. */
export function SystemPage() {
  const { code } = useParams();
  return code === undefined ? <Blank /> : <Existing code={code} />;
}
