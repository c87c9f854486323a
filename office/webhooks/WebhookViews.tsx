import { NavLink } from 'react-router';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Tabs: deliveries, servers. */
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
