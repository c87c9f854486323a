import { NavLink } from 'react-router';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** From what was not taken to who does not take it, and back. */
export function WebhookViews() {
  const { t } = useTranslation();
  return (
    <nav className="tabs" aria-label={t('office_webhooks.views')}>
      <NavLink to={paths.webhooks()} end>
        {t('office_webhooks.events.link')}
      </NavLink>
      <NavLink to={paths.webhookServers()}>{t('office_webhooks.servers.link')}</NavLink>
    </nav>
  );
}
