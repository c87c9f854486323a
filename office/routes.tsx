import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { OrderPage } from './order-page/OrderPage.tsx';
import { BASE, paths } from './paths.ts';
import { NotFound, ScreenError } from './shell/ScreenError.tsx';
import { Gate } from './shell/Gate.tsx';
import { PLACE_GROUPS, placesOf } from './places.ts';
import { useOperator } from './api/operator.ts';
import { Loading } from './components/Screen.tsx';
import { QueuePage } from './queue/QueuePage.tsx';
import { useTranslation } from './i18n/Translation.tsx';
import { loadPart } from './api/outdated.ts';
import { ensureMessages, type MessagesPart } from './i18n/load-messages.ts';

/** The start screen: the queue, or the first screen that the role may open. */
function Home() {
  const { t } = useTranslation();
  const { actions } = useOperator();
  if (actions.includes('read_orders')) return <QueuePage />;
  const first = PLACE_GROUPS.flatMap(placesOf).find(([, { needs }]) => actions.includes(needs));
  return first === undefined ? <p>{t('office.no_places')}</p> : <Navigate to={first[1].to} replace />;
}

/** A screen loaded when it is opened, with its messages. */
const screen = (parts: MessagesPart | readonly MessagesPart[], load: () => Promise<ComponentType>) => async () => {
  const [Component] = await loadPart(() => Promise.all([load(), ...[parts].flat().map(ensureMessages)]));
  return { Component };
};

/** Messages of changed items: prices and catalogue. */
const CHANGE_MESSAGES: readonly MessagesPart[] = ['rates', 'catalogue_desk'];
const PROGRAMME_MESSAGES: readonly MessagesPart[] = ['office_earnings', ...CHANGE_MESSAGES];

/**
 * Every screen by its address. The queue and the order page are in the main bundle;
 * every other screen is loaded when it is opened.
 */
const SCREENS: RouteObject[] = [
  { path: '/', element: <Home /> },
  { path: '/orders/:id', element: <OrderPage /> },
  {
    path: '/reserves',
    lazy: screen(['office', 'office_requests'], async () => (await import('./reserves/ReservesPage.tsx')).ReservesPage),
  },
  { path: '/reviews', lazy: screen('office_reviews', async () => (await import('./reviews/ReviewsPage.tsx')).ReviewsPage) },
  {
    path: '/business-requests',
    lazy: screen('office_business', async () => (await import('./business/BusinessPage.tsx')).BusinessPage),
  },
  { path: '/notices', lazy: screen('office_notice', async () => (await import('./notice/NoticePage.tsx')).NoticePage) },
  {
    path: '/reserve-requests',
    lazy: screen('office_requests', async () => (await import('./reserve-requests/RequestsPage.tsx')).RequestsPage),
  },
  {
    path: '/approvals',
    lazy: screen(['limits', ...CHANGE_MESSAGES], async () => (await import('./approvals/ApprovalsPage.tsx')).ApprovalsPage),
  },
  {
    path: '/withdrawals',
    lazy: screen('office_withdrawals', async () => (await import('./withdrawals/WithdrawalsPage.tsx')).WithdrawalsPage),
  },
  {
    path: '/withdrawals/:id',
    lazy: screen('office_withdrawals', async () => (await import('./withdrawals/WithdrawalPage.tsx')).WithdrawalPage),
  },
  { path: '/incidents', lazy: screen('office', async () => (await import('./incidents/IncidentsPage.tsx')).IncidentsPage) },
  { path: '/shifts', lazy: screen('shifts', async () => (await import('./shifts/ShiftsPage.tsx')).ShiftsPage) },
  { path: '/figures', lazy: screen('figures', async () => (await import('./figures/FiguresPage.tsx')).FiguresPage) },
  { path: '/figures/orders', lazy: screen('figures', async () => (await import('./figures/FigureOrdersPage.tsx')).FigureOrdersPage) },
  { path: '/alarms', lazy: screen('alarms', async () => (await import('./alarms/AlarmsPage.tsx')).AlarmsPage) },
  { path: '/texts', lazy: screen('office_texts', async () => (await import('./texts/TextsPage.tsx')).TextsPage) },
  { path: '/texts/:id', lazy: screen('office_texts', async () => (await import('./texts/TextPage.tsx')).TextPage) },
  { path: '/slots', lazy: screen('rates', async () => (await import('./slots/SlotsPage.tsx')).SlotsPage) },
  {
    path: '/countries',
    lazy: screen(['office_countries', 'rates'], async () => (await import('./countries/CountriesPage.tsx')).CountriesPage),
  },
  { path: '/limits', lazy: screen('limits', async () => (await import('./limits/LimitsPage.tsx')).LimitsPage) },
  { path: '/opening', lazy: screen('office_opening', async () => (await import('./opening/OpeningPage.tsx')).OpeningPage) },
  { path: '/settings', lazy: screen('office_opening', async () => (await import('./settings/SettingsPage.tsx')).SettingsPage) },
  { path: '/switches', lazy: screen('switches', async () => (await import('./switches/SwitchesPage.tsx')).SwitchesPage) },
  { path: '/rates', lazy: screen(['rates', 'office_requests'], async () => (await import('./rates/RatesPage.tsx')).RatesPage) },
  { path: '/market', lazy: screen(['rates', 'office_market_stats'], async () => (await import('./market/MarketPage.tsx')).MarketPage) },
  { path: '/changes', lazy: screen(CHANGE_MESSAGES, async () => (await import('./changes/ChangesPage.tsx')).ChangesPage) },
  { path: '/changes/:id', lazy: screen(CHANGE_MESSAGES, async () => (await import('./changes/ChangePage.tsx')).ChangePage) },
  { path: '/systems', lazy: screen('catalogue_desk', async () => (await import('./catalogue/SystemsPage.tsx')).SystemsPage) },
  { path: '/systems/library', lazy: screen('catalogue_desk', async () => (await import('./catalogue/LibraryPage.tsx')).LibraryPage) },
  { path: '/systems/new', lazy: screen('catalogue_desk', async () => (await import('./catalogue/SystemPage.tsx')).SystemPage) },
  { path: '/systems/:code', lazy: screen('catalogue_desk', async () => (await import('./catalogue/SystemPage.tsx')).SystemPage) },
  { path: '/directions', lazy: screen('catalogue_desk', async () => (await import('./catalogue/DirectionsPage.tsx')).DirectionsPage) },
  { path: '/directions/rule', lazy: screen('catalogue_desk', async () => (await import('./catalogue/RulePage.tsx')).RulePage) },
  {
    path: '/directions/:income/:outcome',
    lazy: screen('catalogue_desk', async () => (await import('./catalogue/DirectionPage.tsx')).DirectionPage),
  },
  { path: '/catalogue_files/:entity', lazy: screen('catalogue_desk', async () => (await import('./catalogue/FilesPage.tsx')).FilesPage) },
  { path: paths.pool(), lazy: screen('office_by_hand', async () => (await import('./pool/PoolPage.tsx')).PoolPage) },
  { path: paths.payoutTasks(), lazy: screen('office_by_hand', async () => (await import('./payout-tasks/TasksPage.tsx')).TasksPage) },
  { path: paths.bankLines(), lazy: screen('office_by_hand', async () => (await import('./bank-lines/BankLinesPage.tsx')).BankLinesPage) },
  { path: paths.cardChecks(), lazy: screen('office_cards', async () => (await import('./verification/CardsPage.tsx')).CardsPage) },
  { path: '/cards/:id', lazy: screen('office_cards', async () => (await import('./verification/CardPage.tsx')).CardPage) },
  { path: '/staff', lazy: screen('office_staff', async () => (await import('./staff/StaffPage.tsx')).StaffPage) },
  { path: '/staff/:id', lazy: screen('office_staff', async () => (await import('./staff/ColleaguePage.tsx')).ColleaguePage) },
  { path: '/roles', lazy: screen('office_staff', async () => (await import('./staff/RolesPage.tsx')).RolesPage) },
  { path: '/account', lazy: screen('office_staff', async () => (await import('./account/AccountPage.tsx')).AccountPage) },
  { path: '/customers', lazy: screen('customers_desk', async () => (await import('./customers/CustomersPage.tsx')).CustomersPage) },
  { path: '/customers/:id', lazy: screen('customers_desk', async () => (await import('./customers/CustomerPage.tsx')).CustomerPage) },
  {
    path: '/earnings/programme',
    lazy: screen(PROGRAMME_MESSAGES, async () => (await import('./earnings/ProgrammePage.tsx')).ProgrammePage),
  },
  {
    path: '/earnings/pairs',
    lazy: screen(['office_earnings', 'customers_desk'], async () => (await import('./earnings/PairsPage.tsx')).PairsPage),
  },
  { path: '/earnings', lazy: screen('office_earnings', async () => (await import('./earnings/EarningsPage.tsx')).EarningsPage) },
  { path: '/partners', lazy: screen('office_partners', async () => (await import('./partners/PartnersPage.tsx')).PartnersPage) },
  { path: '/partners/:id', lazy: screen('office_partners', async () => (await import('./partners/PartnerPage.tsx')).PartnerPage) },
  { path: '/blacklist', lazy: screen('customers_desk', async () => (await import('./blacklist/BlacklistPage.tsx')).BlacklistPage) },
  { path: paths.acquirers(), lazy: screen('office_acquirers', async () => (await import('./acquirers/AcquirersPage.tsx')).AcquirersPage) },
  { path: paths.webhooks(), lazy: screen('office_webhooks', async () => (await import('./webhooks/EventsPage.tsx')).EventsPage) },
  { path: paths.webhookServers(), lazy: screen('office_webhooks', async () => (await import('./webhooks/ServersPage.tsx')).ServersPage) },
  { path: paths.chats(), lazy: screen('office_chat', async () => (await import('./chat/ChatPage.tsx')).ChatPage) },
  { path: paths.cannedReplies(), lazy: screen('office_chat', async () => (await import('./chat/CannedPage.tsx')).CannedPage) },
  { path: '/chat/:id', lazy: screen('office_chat', async () => (await import('./chat/ChatPage.tsx')).ChatPage) },
  { path: paths.content(), lazy: screen('office_content', async () => (await import('./content/ContentPage.tsx')).ContentPage) },
  {
    path: paths.contentCategories(),
    lazy: screen('office_content', async () => (await import('./content/CategoriesPage.tsx')).CategoriesPage),
  },
  { path: '/content/:id', lazy: screen('office_content', async () => (await import('./content/ItemPage.tsx')).ItemPage) },
  { path: '/audit', lazy: screen(['office_staff', ...CHANGE_MESSAGES], async () => (await import('./audit/AuditPage.tsx')).AuditPage) },
  { path: '*', element: <NotFound /> },
];

const INVITATION: RouteObject = {
  path: '/invitation/:token',
  errorElement: <ScreenError />,
  lazy: async () => ({ Component: (await import('./staff/InvitationPage.tsx')).InvitationPage }),
};

/** Shows the loader while the first screen of a visit is loaded. */
const withLoader = (route: RouteObject): RouteObject =>
  route.lazy === undefined ? route : { ...route, hydrateFallbackElement: <Loading /> };

export const makeRouter = () =>
  createBrowserRouter([withLoader(INVITATION), { element: <Gate />, errorElement: <ScreenError />, children: SCREENS.map(withLoader) }], {
    basename: BASE,
  });
