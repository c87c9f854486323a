import { Link } from 'react-router';
import { may, mayMove, OFFICE_ACTIONS, OPERATOR_MOVES, OPERATOR_ROLES, type OperatorMove } from '#core/access/access.ts';
import { Screen } from '#office/components/Screen.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import './RolesPage.css';

const MOVES = Object.keys(OPERATOR_MOVES) as OperatorMove[];

interface Permission {
  /** Key of its name under `office_staff`. */
  readonly key: string;
  readonly group: 'actions' | 'moves';
  readonly isAllowed: (role: string) => boolean;
}

const PERMISSIONS: readonly Permission[] = [
  ...OFFICE_ACTIONS.map((action) => ({
    key: `action.${action}`,
    group: 'actions' as const,
    isAllowed: (role: string) => may(role, action),
  })),
  ...MOVES.map((move) => ({ key: `move.${move}`, group: 'moves' as const, isAllowed: (role: string) => mayMove(role, move) })),
];

const columnsOf = (t: Translation['t']): readonly Column<Permission>[] => [
  { key: 'permission', label: t('office_staff.roles.deed'), cell: ({ key }) => t(`office_staff.${key}`) },
  ...OPERATOR_ROLES.map((role) => ({
    key: role,
    label: t(`office.role.${role}`),
    cell: ({ isAllowed }: Permission) => (
      <>
        <span className="may" aria-hidden="true" data-allowed={isAllowed(role) || undefined} />
        <span className="unseen">{t(isAllowed(role) ? 'office_staff.roles.yes' : 'office_staff.roles.no')}</span>
      </>
    ),
  })),
];

/** Permissions by role: the table that the server uses (`core/access/access.ts`). */
export function RolesPage() {
  const { t } = useTranslation();
  return (
    <Screen
      title={t('office_staff.roles.title')}
      above={
        <p className="row">
          <Link to={paths.staff()}>{t('office_staff.title')}</Link>
        </p>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is scrolled by keys too */}
      <section className="roles-frame" aria-label={t('office_staff.roles.title')} tabIndex={0}>
        <ListTable
          className="roles"
          caption={t('office_staff.roles.title')}
          columns={columnsOf(t)}
          rows={PERMISSIONS}
          idOf={({ key }) => key}
          groupOf={({ group }) => t(`office_staff.roles.${group}`)}
        />
      </section>
    </Screen>
  );
}
