import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { PaymentSystemDocument } from '#contract/office/catalogue/payment-system-document.ts';
import {
  officeCheckPaymentSystem,
  officeGetPaymentSystem,
  officeListPaymentSystems,
  type OfficePaymentSystemAttributes,
} from '#contract/office/catalogue/payment-systems.ts';
import { NO_DECIMALS, PAYMENT_SYSTEM_COLUMNS, type RowDecimals } from '#core/catalogue/columns.ts';
import { oneOf } from '#core/closed-list.ts';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';
import { problemMessage } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Loaded, Screen, useDocumentTitle } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { Mark } from '#ui/Mark.tsx';
import { SaveBar, useSave } from './SaveBar.tsx';
import { type SectionPlan, Sections } from './Sections.tsx';
import { type Cells, changedMembers, type Document, type Draft } from './draft.ts';
import { FormContext, useDraft } from './form.ts';
import { isColumnNeeded } from './needed.ts';
import './catalogue.css';

const NAMES = ['code', 'name_ru', 'name_en', 'aliases', 'kind', 'monogram', 'tint', 'sort'];
const COUNTING = ['currency', 'asset', 'market_symbol', 'network', 'scale', 'precision'];
const DAILY: SectionPlan = [
  ['requisites', ['outcome_fields', 'income_fields']],
  ['open', ['stage', 'income_enabled', 'outcome_enabled', 'referral_output_enabled']],
  ['limits', ['min_amount', 'max_amount', 'reserve_buffer', 'network_fee', 'confirmations']],
];
const RAIL = ['rail', 'income_wallet', 'outcome_wallet', 'rail_settings'];
/** What is changed often comes first; the rest is folded. */
const SECTIONS: SectionPlan = [...DAILY, ['names', NAMES, 'folded'], ['counting', COUNTING, 'folded'], ['rail', RAIL, 'folded']];
/** A new system has nothing else before its name and currency. */
const NEW_SECTIONS: SectionPlan = [['names', NAMES], ['counting', COUNTING], ['rail', RAIL], ...DAILY];
/** Columns that cannot change once the ledger has amounts in this system. */
const FIXED_ONCE_USED: readonly string[] = ['currency', 'asset', 'scale'];

interface SystemFormProps {
  readonly base: Document;
  /** Null: a new system. */
  readonly attributes: OfficePaymentSystemAttributes | null;
  /** The ledger has amounts in this system. */
  readonly has_moved: boolean;
  readonly rails: readonly string[];
  readonly mayChange: boolean;
  readonly onSaved?: (code: string) => void;
  readonly onReload: () => void;
}

const scaleOf = (base: Document, draft: Draft): RowDecimals => {
  const scaleInput = Number(draft.cells['scale'] ?? base['scale']);
  const scale = Number.isInteger(scaleInput) && scaleInput >= 0 && scaleInput <= 30 ? scaleInput : 0;
  return { ...NO_DECIMALS, amount: { scale, precision: scale } };
};

interface RailCheckProps {
  readonly next: Document;
  readonly isRight: boolean;
  readonly attributes: OfficePaymentSystemAttributes | null;
}

/** Result of the last check of the system with its rail, and a button that checks the edited document. */
function RailCheck({ next, isRight, attributes }: RailCheckProps) {
  const { t } = useTranslation();
  const check = useCommand(officeCheckPaymentSystem, { isKeyed: false, after: [keys.catalogue()] });
  const result = check.result?.data.attributes;
  const isKnown = result !== undefined || (attributes?.checked_at ?? null) !== null;
  const problem = result === undefined ? (attributes?.check_problem ?? null) : result.problem;
  const problemText = (name: string): string => {
    const key = `catalogue_desk.rail_problem.${name}`;
    return t(key) === key ? name : t(key);
  };
  return (
    <div className="rail-check" role="status">
      <span className={`badge ${!isKnown ? '' : problem === null ? 'done' : 'loss'}`}>
        {t(!isKnown ? 'catalogue_desk.check.never' : problem === null ? 'catalogue_desk.check.fine' : 'catalogue_desk.check.wrong')}
      </span>
      {isKnown && problem !== null ? <span>{problemText(problem)}</span> : null}
      {check.error === null ? null : <span className="problem">{problemMessage(check.error, t)}</span>}
      <Button
        variant="default"
        size="compact-sm"
        loading={check.isPending}
        disabled={!isRight}
        onClick={() => check.run({ body: { document: { ...next } } })}
      >
        {t('catalogue_desk.check.do')}
      </Button>
    </div>
  );
}

interface SystemMarkProps {
  readonly kind: unknown;
  readonly cells: Cells;
}

function SystemMark({ kind, cells }: SystemMarkProps) {
  return (
    <Mark
      kind={oneOf(PAYMENT_SYSTEM_KINDS, kind) ?? 'card'}
      monogram={cells['monogram'] ?? ''}
      tint={cells['tint'] ?? ''}
      network={cells['network'] || null}
      className="mark-large"
    />
  );
}

/** All settings of a payment system, checked on every change. */
function SystemForm({ base, attributes, has_moved: hasMoved, rails, mayChange, onSaved, onReload }: SystemFormProps) {
  const { t } = useTranslation();
  const isNew = attributes === null;
  const { form, next, problems, showsAllProblems, showAllProblems, reset } = useDraft({
    columns: PAYMENT_SYSTEM_COLUMNS,
    base,
    decimals: (draft) => scaleOf(base, draft),
    schema: PaymentSystemDocument,
    lock(column) {
      if (column === 'code' && !isNew) return t('catalogue_desk.locked.code');
      return hasMoved && FIXED_ONCE_USED.includes(column) ? t('catalogue_desk.locked.moved') : undefined;
    },
    rails,
    isReadOnly: !mayChange,
  });
  const code = typeof next['code'] === 'string' ? next['code'] : '';
  const save = useSave(() => {
    reset();
    onSaved?.(code);
  });
  const changed = isNew ? { before: null, after: { ...next } } : changedMembers(base, next);
  const count = changed === undefined ? 0 : Object.keys(changed.after).length;
  const problemCount = Object.keys(problems).length;
  const summary = isNew ? t('catalogue_desk.draft_hint') : t('catalogue_desk.members', { count });
  const submit = (note: string) => {
    showAllProblems();
    if (problemCount === 0 && changed !== undefined)
      save.run({ body: { items: [{ entity: 'payment_system', key: code, ...changed }], note } });
  };
  return (
    <FormContext value={form}>
      <div className="form-head">
        <SystemMark kind={next['kind']} cells={form.cells} />
        {mayChange ? <RailCheck next={next} isRight={problemCount === 0} attributes={attributes} /> : null}
      </div>
      <Sections plan={isNew ? NEW_SECTIONS : SECTIONS} isNeeded={isColumnNeeded} />
      {mayChange ? (
        <SaveBar
          what={problemCount === 0 || !showsAllProblems ? summary : t('catalogue_desk.wrong_fields', { count: problemCount })}
          submit={t(isNew ? 'catalogue_desk.add' : 'catalogue_desk.save')}
          subjects={[code]}
          isReady={count > 0}
          command={save}
          onSubmit={submit}
          onReload={onReload}
        />
      ) : null}
    </FormContext>
  );
}

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
  return (
    <Loaded query={system}>
      {({ data: { attributes }, meta }) => (
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
            {...officeGetPaymentSystem.reply.meta.parse(meta)}
            mayChange={actions.includes('change_catalogue')}
            onReload={() => void system.refetch()}
          />
        </>
      )}
    </Loaded>
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
  return (
    <Screen title={t('catalogue_desk.new_system')}>
      <Loaded query={systems}>
        {({ meta }) => {
          const { rails } = officeListPaymentSystems.reply.meta.parse(meta);
          return (
            <SystemForm
              base={{ ...EMPTY_SYSTEM, rail: rails[0] ?? 'manual' }}
              attributes={null}
              has_moved={false}
              rails={rails}
              mayChange={actions.includes('change_catalogue')}
              onSaved={(code) => void navigate(paths.system(code))}
              onReload={() => void systems.refetch()}
            />
          );
        }}
      </Loaded>
    </Screen>
  );
}

/** A stored payment system, or a new one. */
export function SystemPage() {
  const { code } = useParams();
  return code === undefined ? <NewSystem /> : <ExistingSystem code={code} />;
}
