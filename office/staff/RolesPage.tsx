import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { may, mayMove, OFFICE_ACTIONS, OPERATOR_MOVES, OPERATOR_ROLES, type OperatorMove } from '#core/access/access.ts';
import { Screen } from '#office/components/Screen.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import './RolesPage.css';

const MOVES = Object.keys(OPERATOR_MOVES) as OperatorMove[];

interface PermissionRowProps {
  readonly name: string;
  readonly allows: (role: string) => boolean;
}

function PermissionRow({ name, allows }: PermissionRowProps) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">{name}</th>
      {OPERATOR_ROLES.map((role) => (
        <td key={role} data-allowed={allows(role) || undefined}>
          <span className="may" aria-hidden="true" />
          <span className="unseen">{t(allows(role) ? 'office_staff.roles.yes' : 'office_staff.roles.no')}</span>
        </td>
      ))}
    </tr>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  return (
    <tbody>
      <tr>
        <th scope="colgroup" colSpan={OPERATOR_ROLES.length + 1} className="roles-group">
          {title}
        </th>
      </tr>
      {children}
    </tbody>
  );
}

/** Permissions by role: the table that the server uses (`core/access/access.ts`). */
export function RolesPage() {
  const { t } = useTranslation();
  return (
    <Screen
      title={t('office_staff.roles.title')}
      lead={t('office_staff.roles.hint')}
      above={
        <p className="row">
          <Link to={paths.staff()}>{t('office_staff.title')}</Link>
        </p>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is scrolled by keys too */}
      <section className="roles-frame" aria-label={t('office_staff.roles.title')} tabIndex={0}>
        <table className="roles">
          <caption className="unseen">{t('office_staff.roles.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('office_staff.roles.deed')}</th>
              {OPERATOR_ROLES.map((role) => (
                <th key={role} scope="col">
                  {t(`office.role.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <Group title={t('office_staff.roles.actions')}>
            {OFFICE_ACTIONS.map((action) => (
              <PermissionRow key={action} name={t(`office_staff.action.${action}`)} allows={(role) => may(role, action)} />
            ))}
          </Group>
          <Group title={t('office_staff.roles.moves')}>
            {MOVES.map((move) => (
              <PermissionRow key={move} name={t(`office_staff.move.${move}`)} allows={(role) => mayMove(role, move)} />
            ))}
          </Group>
        </table>
      </section>
    </Screen>
  );
}
